import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { NavLink, useNavigate, useParams } from "react-router";
import { useWebhooks, type Webhook } from "../api/delivery/webhooks.ts";
import { useSiteId } from "../api/sites.ts";
import { useMedia } from "../shell/use-media.ts";
import { Button } from "../ui/button.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { AdminsOnly } from "./admins-only.tsx";
import { NewWebhookDialog } from "./webhooks/webhook-dialog.tsx";
import { WebhookPanel } from "./webhooks/webhook-panel.tsx";
import { webhookName, WebhookState } from "./webhooks/webhook-state.tsx";
import list from "../ui/list.module.css";
import panel from "../ui/panel.module.css";
import text from "../ui/text.module.css";
import styles from "./webhooks/webhooks.module.css";

/** The list of webhooks, and the selected one. */
export function WebhooksSection(): ReactNode {
  return (
    <AdminsOnly>
      <Webhooks />
    </AdminsOnly>
  );
}

function Webhooks(): ReactNode {
  const site = useSiteId();
  const navigate = useNavigate();
  const { webhook: named } = useParams();
  const { data: webhooks, error } = useWebhooks();
  const [isAdding, setIsAdding] = useState(false);
  // On wide screens, the first webhook is selected by default.
  const hasRoom = useMedia("(min-width: 1024px)");
  if (webhooks === undefined) return <Loading error={error} />;
  const selectedId = named ?? (hasRoom ? webhooks[0]?.id : undefined);
  const found = webhooks.find(({ id }) => id === selectedId);
  const open = (id: string): void => void navigate(`/sites/${site}/delivery/webhooks/${id}`);
  return (
    <>
      {webhooks.length === 0 ? (
        <NoWebhooks onAdd={() => setIsAdding(true)} />
      ) : (
        <div className={`${panel["columns"]} ${styles["webhooks"]}`}>
          {(hasRoom || found === undefined) && (
            <WebhookList
              webhooks={webhooks}
              selectedId={selectedId}
              onAdd={() => setIsAdding(true)}
            />
          )}
          {found !== undefined && (
            <WebhookPanel key={found.id} webhook={found} hasWayBack={!hasRoom} />
          )}
        </div>
      )}
      {isAdding && <NewWebhookDialog onMade={open} onClose={() => setIsAdding(false)} />}
    </>
  );
}

function NoWebhooks({ onAdd }: { readonly onAdd: () => void }): ReactNode {
  return (
    <div className={styles["none"]}>
      <WebhookIcon size={28} aria-hidden="true" />
      <p>
        <FormattedMessage id="webhooks.none" />
      </p>
      <Button look="primary" onPress={onAdd}>
        <FormattedMessage id="webhooks.addFirst" />
      </Button>
    </div>
  );
}

interface WebhookListProps {
  readonly webhooks: readonly Webhook[];
  /** Id of the selected webhook, shown next to the list. */
  readonly selectedId: string | undefined;
  readonly onAdd: () => void;
}

/** All webhooks of the site with their state. */
function WebhookList({ webhooks, selectedId, onAdd }: WebhookListProps): ReactNode {
  const site = useSiteId();
  return (
    <div className={styles["list"]}>
      <div className={`${text["soft"]} ${text["status"]} ${styles["listHead"]}`}>
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
              className={`${list["clipped"]} ${styles["item"]}`}
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
