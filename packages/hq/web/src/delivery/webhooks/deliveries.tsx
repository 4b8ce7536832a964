import { RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Form, ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import { useEntriesById } from "../../api/content/entries-by-id.ts";
import { type Delivery, useDeliveries, useRedeliverFailed } from "../../api/delivery/deliveries.ts";
import type { CountedWebhook, Webhook } from "../../api/delivery/webhooks.ts";
import { Button } from "../../ui/button.tsx";
import { DialogFoot } from "../../ui/dialog-foot.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TimeField } from "../../ui/fields/time-field.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { DeliveryRow } from "./delivery-row.tsx";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import styles from "./webhooks.module.css";

const STATES = ["pending", "delivered", "failed"] as const;
type State = (typeof STATES)[number];
const ALL = "all";
const SHOWN = [ALL, ...STATES] as const;
const COLUMNS = ["answer", "event", "about", "when", "took"] as const;

/** Maximum ids per request to HQ. */
const MOST_TITLES = 100;

interface DeliveriesProps {
  readonly webhook: Webhook;
  readonly counted: CountedWebhook | undefined;
}

/** The deliveries, newest first, with expandable rows. Filters and the open row are part of the URL. */
export function Deliveries({ webhook, counted }: DeliveriesProps): ReactNode {
  const [address, setAddress] = useSearchParams();
  const [isAsked, setIsAsked] = useState(false);
  const state = STATES.find((one) => one === address.get("state"));
  const open = address.get("delivery");
  const failed = counted?.failedDeliveries ?? 0;
  const show = (next: Readonly<Record<string, string | undefined>>): void => {
    const kept = Object.entries(next).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] satisfies [string, string]],
    );
    setAddress(Object.fromEntries(kept), { replace: true });
  };
  return (
    <section>
      <header className={styles["deliveriesHead"]}>
        <h3 className={heading["heading"]}>
          <FormattedMessage id="webhooks.deliveries" />
        </h3>
        {counted !== undefined && (
          <span className={styles["count"]}>
            <FormattedMessage id="webhooks.inMonth" values={{ count: counted.deliveries }} />
          </span>
        )}
        <StateChips state={state} failed={failed} onChoose={(chosen) => show({ state: chosen })} />
        {failed > 0 && webhook.enabled && (
          <Button onPress={() => setIsAsked(true)}>
            <RotateCw size={13} aria-hidden="true" />
            <FormattedMessage id="webhooks.range" />
          </Button>
        )}
      </header>
      <DeliveryList
        webhook={webhook}
        state={state}
        open={open}
        onOpen={(delivery) => show({ state, delivery })}
      />
      {isAsked && (
        <SendRangeDialog webhook={webhook.id} failed={failed} onClose={() => setIsAsked(false)} />
      )}
    </section>
  );
}

interface StateChipsProps {
  readonly state: State | undefined;
  readonly failed: number;
  readonly onChoose: (state: State | undefined) => void;
}

function StateChips({ state, failed, onChoose }: StateChipsProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <ToggleButtonGroup
      className={styles["chips"] ?? ""}
      aria-label={formatMessage({ id: "webhooks.which" })}
      disallowEmptySelection
      selectedKeys={[state ?? ALL]}
      onSelectionChange={(chosen) => onChoose(STATES.find((one) => chosen.has(one)))}
    >
      {SHOWN.map((one) => (
        <ToggleButton key={one} id={one}>
          <FormattedMessage id={`webhooks.show.${one}`} />
          {one === "failed" && failed > 0 && ` ${failed}`}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

interface DeliveryListProps {
  readonly webhook: Webhook;
  readonly state: State | undefined;
  readonly open: string | null;
  readonly onOpen: (delivery: string | undefined) => void;
}

function DeliveryList({ webhook, state, open, onOpen }: DeliveryListProps): ReactNode {
  const asked = useDeliveries(webhook.id, state);
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = asked;
  const deliveries = data?.pages.flatMap((page) => page.deliveries);
  const titles = useTitles(deliveries ?? []);
  if (deliveries === undefined) return <Loading error={error} />;
  if (deliveries.length === 0) {
    return (
      <p className={styles["empty"]}>
        <FormattedMessage id={state === undefined ? "webhooks.noDeliveries" : "webhooks.noneSo"} />
      </p>
    );
  }
  return (
    <>
      <div className={styles["columns"]} aria-hidden="true">
        {COLUMNS.map((column) => (
          <span key={column}>
            <FormattedMessage id={`webhooks.${column}`} />
          </span>
        ))}
      </div>
      <ul>
        {deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            webhook={webhook}
            delivery={delivery}
            title={titles.get(delivery.entryId)}
            isOpen={delivery.id === open}
            onOpen={(isOpen) => onOpen(isOpen ? delivery.id : undefined)}
          />
        ))}
      </ul>
      <Refusal error={error} />
      {hasNextPage && (
        <Button
          look="quiet"
          isWorking={isFetchingNextPage}
          onPress={() => !isFetchingNextPage && void fetchNextPage()}
        >
          <FormattedMessage id="webhooks.earlier" />
        </Button>
      )}
    </>
  );
}

/** Returns the titles of the existing entries that the events refer to, by id. */
function useTitles(deliveries: readonly Delivery[]): ReadonlyMap<string, string> {
  const ids = [...new Set(deliveries.map(({ entryId }) => entryId))].filter((id) =>
    /^e[a-z2-7]{19}$/.test(id),
  );
  const { data: entries = [] } = useEntriesById(ids.slice(0, MOST_TITLES));
  return new Map(entries.flatMap(({ id, title }) => (id === undefined ? [] : [[id, title]])));
}

interface SendRangeDialogProps {
  readonly webhook: string;
  /** Total number of failed deliveries. */
  readonly failed: number;
  readonly onClose: () => void;
}

/** Redelivers failed deliveries: all of them, or those of a time range. */
function SendRangeDialog({ webhook, failed, onClose }: SendRangeDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const [from, setFrom] = useState<string | null>(null);
  const [until, setUntil] = useState<string | null>(null);
  const send = useRedeliverFailed(webhook);
  const isTurned = from !== null && until !== null && Date.parse(until) <= Date.parse(from);
  return (
    <Dialog title={<FormattedMessage id="webhooks.rangeTitle" />} isOpen onClose={onClose}>
      <Form
        className={`${form["form"]} ${styles["form"]}`}
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
