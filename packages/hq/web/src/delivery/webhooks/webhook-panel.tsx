import { ArrowLeft, Ellipsis, Send } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useTestWebhook } from "../../api/delivery/deliveries.ts";
import {
  useChangeWebhook,
  useWebhook,
  type Webhook,
  WEBHOOK_EVENTS,
} from "../../api/delivery/webhooks.ts";
import { useSiteId } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Deliveries } from "./deliveries.tsx";
import { StoppedNote } from "./stopped-note.tsx";
import { TestResult } from "./test-result.tsx";
import { DeleteWebhookDialog, NewSecretDialog } from "./webhook-acts.tsx";
import { EditWebhookDialog } from "./webhook-dialog.tsx";
import { webhookName } from "./webhook-state.tsx";
import menu from "../../ui/menu.module.css";
import styles from "./webhooks.module.css";

interface WebhookPanelProps {
  readonly webhook: Webhook;
  /** Whether the list is hidden, so a back link is needed. */
  readonly hasWayBack: boolean;
}

/** A webhook with its settings, problems, and deliveries. */
export function WebhookPanel({ webhook, hasWayBack }: WebhookPanelProps): ReactNode {
  const site = useSiteId();
  const { data: counted } = useWebhook(webhook.id);
  const [tested, setTested] = useState<string>();
  const test = useTestWebhook(webhook.id);
  const { url, sign, events, enabled, previousSecretUntil } = webhook;
  return (
    <section className={styles["panel"]}>
      {hasWayBack && (
        <Link to={`/sites/${site}/delivery/webhooks`} className={styles["back"] ?? ""}>
          <ArrowLeft size={16} aria-hidden="true" />
          <FormattedMessage id="webhooks.back" />
        </Link>
      )}
      <header className={styles["panelHead"]}>
        <div>
          <h2>{webhookName(webhook)}</h2>
          <p>
            <code>{url}</code>
            {" · "}
            <FormattedMessage id={sign ? "webhooks.signed" : "webhooks.unsigned"} />
            {" · "}
            <FormattedMessage
              id="webhooks.hears"
              values={{
                count: events.length === 0 ? WEBHOOK_EVENTS.length : events.length,
                all: WEBHOOK_EVENTS.length,
              }}
            />
          </p>
        </div>
        <div className={styles["acts"]}>
          <WebhookActions webhook={webhook} />
          <Button
            isDisabled={!enabled}
            isWorking={test.isPending}
            onPress={() => !test.isPending && test.mutate(undefined, { onSuccess: setTested })}
          >
            <Send size={15} aria-hidden="true" />
            <FormattedMessage id="webhooks.test" />
          </Button>
        </div>
      </header>
      <Refusal error={test.error} />
      {tested !== undefined && (
        <TestResult webhook={webhook.id} delivery={tested} onClose={() => setTested(undefined)} />
      )}
      <StoppedNote webhook={webhook} failed={counted?.failedDeliveries ?? 0} />
      {previousSecretUntil !== undefined && Date.parse(previousSecretUntil) > Date.now() && (
        <Note tone="ochre">
          <FormattedMessage
            id="webhooks.twoSecrets"
            values={{
              until: (
                <FormattedDate value={previousSecretUntil} dateStyle="medium" timeStyle="short" />
              ),
            }}
          />
        </Note>
      )}
      <Deliveries webhook={webhook} counted={counted} />
    </section>
  );
}

/** Less common actions. */
function WebhookActions({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const { formatMessage } = useIntl();
  const [dialog, setDialog] = useState<"edit" | "secret" | "delete">();
  const change = useChangeWebhook(webhook.id);
  const close = (): void => setDialog(undefined);
  const item = menu["item"] ?? "";
  return (
    <>
      <Refusal error={change.error} />
      <MenuTrigger>
        <Button look="quiet" iconOnly aria-label={formatMessage({ id: "webhooks.more" })}>
          <Ellipsis size={16} aria-hidden="true" />
        </Button>
        <Popover className={menu["popup"] ?? ""} placement="bottom end">
          <Menu className={menu["menu"] ?? ""}>
            <MenuItem
              className={item}
              onAction={() => change.mutate({ enabled: !webhook.enabled })}
            >
              <FormattedMessage id={webhook.enabled ? "webhooks.switchOff" : "webhooks.switchOn"} />
            </MenuItem>
            <MenuItem className={item} onAction={() => setDialog("secret")}>
              <FormattedMessage id="webhooks.newSecret" />
            </MenuItem>
            <MenuItem className={item} onAction={() => setDialog("delete")}>
              <FormattedMessage id="webhooks.delete" />
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      <Button onPress={() => setDialog("edit")}>
        <FormattedMessage id="webhooks.editAct" />
      </Button>
      {dialog === "edit" && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {dialog === "secret" && <NewSecretDialog webhook={webhook} onClose={close} />}
      {dialog === "delete" && <DeleteWebhookDialog webhook={webhook} onClose={close} />}
    </>
  );
}
