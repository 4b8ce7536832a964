import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useEnableWebhook, type Webhook } from "../../api/delivery/webhooks.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { EventTime } from "./event-time.tsx";
import { SwitchedOff } from "./webhook-state.tsx";
import form from "../../ui/form.module.css";
import styles from "./webhooks.module.css";

interface StoppedNoteProps {
  readonly webhook: Webhook;
  /** Number of deliveries that can be redelivered. */
  readonly failed: number;
}

/** Explains why a webhook is disabled or failing and what to do. Renders nothing for a healthy one. */
export function StoppedNote({ webhook, failed }: StoppedNoteProps): ReactNode {
  if (!webhook.enabled) return <Off webhook={webhook} failed={failed} />;
  if (webhook.failingSince === undefined) return null;
  return (
    <Note tone="ochre">
      <b>
        <FormattedMessage
          id="webhooks.failingTitle"
          values={{ at: <EventTime time={webhook.failingSince} /> }}
        />
      </b>{" "}
      <FormattedMessage id="webhooks.failingText" />
      {webhook.lastAttempt?.problem !== undefined && ` ${webhook.lastAttempt.problem}`}
    </Note>
  );
}

function Off({ webhook, failed }: StoppedNoteProps): ReactNode {
  const turnOn = useEnableWebhook(webhook.id);
  const begin = (send: boolean): void => {
    if (!turnOn.isPending) turnOn.mutate({ send });
  };
  const isSending = turnOn.isPending && turnOn.variables.send;
  return (
    <Note tone="madder">
      <div className={styles["stopped"]}>
        <p>
          <b>
            <Why webhook={webhook} />
          </b>{" "}
          <FormattedMessage id="webhooks.offText" values={{ failed }} />
        </p>
        <div className={form["foot"]}>
          {failed > 0 && (
            <Button isWorking={isSending} onPress={() => begin(true)}>
              <FormattedMessage id="webhooks.onAndSend" values={{ failed }} />
            </Button>
          )}
          <Button
            {...(failed > 0 && { look: "quiet" as const })}
            isWorking={turnOn.isPending && !isSending}
            onPress={() => begin(false)}
          >
            <FormattedMessage id="webhooks.switchOn" />
          </Button>
        </div>
      </div>
      <Refusal error={turnOn.error} />
    </Note>
  );
}

const WHY = {
  gone: "webhooks.why.gone",
  failing: "webhooks.why.failing",
  transferred: "webhooks.why.transferred",
} as const;

function Why({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const { disabledReason = "by-hand", disabledBy, disabledAt } = webhook;
  if (disabledReason !== "by-hand") return <FormattedMessage id={WHY[disabledReason]} />;
  return (
    <>
      <SwitchedOff by={disabledBy} />
      {disabledAt !== undefined && (
        <>
          {" "}
          <Ago time={disabledAt} />
        </>
      )}
    </>
  );
}
