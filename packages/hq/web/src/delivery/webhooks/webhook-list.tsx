import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { NavLink } from "react-router";
import type { Webhook } from "../../api/delivery/webhooks.ts";
import { useSiteId } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { webhookName, WebhookState } from "./webhook-state.tsx";
import styles from "./webhooks.module.css";

interface WebhookListProps {
  readonly webhooks: readonly Webhook[];
  /** Id of the selected webhook, shown next to the list. */
  readonly selectedId: string | undefined;
  readonly onAdd: () => void;
}

/** All webhooks of the site with their state. */
export function WebhookList({ webhooks, selectedId, onAdd }: WebhookListProps): ReactNode {
  const site = useSiteId();
  return (
    <div className={styles["list"]}>
      <div className={styles["listHead"]}>
        <span>
          <FormattedMessage id="webhooks.count" values={{ count: webhooks.length }} />
        </span>
        <Button onPress={onAdd}>
          <Plus size={14} aria-hidden="true" />
          <FormattedMessage id="webhooks.add" />
        </Button>
      </div>
      <ul>
        {webhooks.map((webhook) => (
          <li key={webhook.id}>
            <NavLink
              to={`/sites/${site}/delivery/webhooks/${webhook.id}`}
              className={styles["item"] ?? ""}
              data-shown={webhook.id === selectedId || undefined}
            >
              <b>{webhookName(webhook)}</b>
              <small>{webhook.url.replace(/^https?:\/\//, "")}</small>
              <WebhookState webhook={webhook} />
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
