import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, Pause } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Webhook } from "../../api/delivery/webhooks.ts";
import { useAccess } from "../../api/settings/access.ts";
import { Ago } from "../../ui/values/ago.tsx";
import { EventTime } from "./event-time.tsx";
import tone from "../../ui/tone.module.css";
import styles from "./webhooks.module.css";

/** The state of a webhook as a short label with its own icon. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const { enabled, disabledReason, disabledAt, disabledBy, failingSince, lastAttempt } = webhook;
  if (!enabled && disabledReason === "by-hand") {
    return (
      <span className={`${tone["state"]} ${styles["state"]}`}>
        <CircleSlash size={14} aria-hidden="true" />
        <SwitchedOff by={disabledBy} />
      </span>
    );
  }
  if (!enabled) {
    return (
      <span className={`${tone["state"]} ${styles["state"]} ${tone["madder"]}`}>
        <Pause size={14} aria-hidden="true" />
        <span>
          <FormattedMessage
            id="webhooks.off"
            values={{ ago: disabledAt === undefined ? "" : <Ago time={disabledAt} /> }}
          />
        </span>
      </span>
    );
  }
  if (failingSince !== undefined) {
    return (
      <span className={`${tone["state"]} ${styles["state"]} ${tone["madder"]}`}>
        <CircleAlert size={14} aria-hidden="true" />
        <span>
          <FormattedMessage
            id="webhooks.failing"
            values={{ at: <EventTime time={failingSince} /> }}
          />
        </span>
      </span>
    );
  }
  if (lastAttempt === undefined) {
    return (
      <span className={`${tone["state"]} ${styles["state"]}`}>
        <CircleDashed size={14} aria-hidden="true" />
        <FormattedMessage id="webhooks.idle" />
      </span>
    );
  }
  return (
    <span className={`${tone["state"]} ${styles["state"]} ${tone["leaf"]}`}>
      <CircleCheck size={14} aria-hidden="true" />
      <span>
        <FormattedMessage id="webhooks.answered" values={{ ago: <Ago time={lastAttempt.at} /> }} />
      </span>
    </span>
  );
}

/** Who disabled the webhook, if known and still a member. */
export function SwitchedOff({ by }: { readonly by: string | undefined }): ReactNode {
  const { data: people = [] } = useAccess();
  const name = people.find(({ userId }) => userId === by)?.name;
  return name === undefined ? (
    <FormattedMessage id="webhooks.byHand" />
  ) : (
    <FormattedMessage id="webhooks.byName" values={{ name }} />
  );
}

/** Returns the webhook's name, or the host of its URL. */
export function webhookName({ name, url }: Pick<Webhook, "name" | "url">): string {
  return name ?? URL.parse(url)?.host ?? url;
}
