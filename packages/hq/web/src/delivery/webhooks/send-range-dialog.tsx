import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useRedeliverFailed } from "../../api/delivery/deliveries.ts";
import { Button } from "../../ui/button.tsx";
import { DialogFoot } from "../../ui/dialog-foot.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TimeField } from "../../ui/fields/time-field.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import styles from "./webhooks.module.css";

interface SendRangeDialogProps {
  readonly webhook: string;
  /** Total number of failed deliveries. */
  readonly failed: number;
  readonly onClose: () => void;
}

/** Redelivers failed deliveries: all of them, or those of a time range. */
export function SendRangeDialog({ webhook, failed, onClose }: SendRangeDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const [from, setFrom] = useState<string | null>(null);
  const [until, setUntil] = useState<string | null>(null);
  const send = useRedeliverFailed(webhook);
  const isTurned = from !== null && until !== null && Date.parse(until) <= Date.parse(from);
  return (
    <Dialog title={<FormattedMessage id="webhooks.rangeTitle" />} isOpen onClose={onClose}>
      <Form
        className={styles["form"] ?? ""}
        onSubmit={(event) => {
          event.preventDefault();
          if (send.isPending || isTurned) return;
          send.mutate({
            ...(from !== null && { from: new Date(from).toISOString() }),
            ...(until !== null && { until: new Date(until).toISOString() }),
          });
        }}
      >
        <Refusal error={send.error} />
        <p>
          <FormattedMessage id="webhooks.rangeText" values={{ failed }} />
        </p>
        <TimeField
          label={formatMessage({ id: "webhooks.from" })}
          value={from}
          onChange={setFrom}
          error={undefined}
        />
        <TimeField
          label={formatMessage({ id: "webhooks.until" })}
          value={until}
          onChange={setUntil}
          error={isTurned ? formatMessage({ id: "webhooks.turned" }) : undefined}
        />
        {send.data !== undefined && (
          <Note tone={send.data === 0 ? "ochre" : "leaf"}>
            <FormattedMessage id="webhooks.rangeDone" values={{ count: send.data }} />
          </Note>
        )}
        <DialogFoot>
          <Button onPress={onClose}>
            <FormattedMessage id={send.isSuccess ? "webhooks.close" : "danger.cancel"} />
          </Button>
          <Button type="submit" look="primary" isWorking={send.isPending}>
            <FormattedMessage id="webhooks.rangeAct" />
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}
