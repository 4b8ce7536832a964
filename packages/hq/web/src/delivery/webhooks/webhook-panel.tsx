import { ArrowLeft, Ellipsis, Send, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { Link, useNavigate } from "react-router";
import { useDelivery, useTestWebhook } from "../../api/delivery/deliveries.ts";
import {
  useChangeWebhook,
  useDeleteWebhook,
  useRotateSecret,
  useWebhook,
  type Webhook,
  WEBHOOK_EVENTS,
} from "../../api/delivery/webhooks.ts";
import { useSiteId } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { DialogFoot } from "../../ui/dialog-foot.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { DangerDialog } from "../../ui/sections/danger-dialog.tsx";
import { OneTimeSecret } from "../../ui/sections/one-time-secret.tsx";
import { CodeBlock } from "../../ui/values/code-block.tsx";
import { JsonText } from "../../ui/values/json-text.tsx";
import { Deliveries } from "./deliveries.tsx";
import { ResponseTime } from "./response-time.tsx";
import { StoppedNote } from "./stopped-note.tsx";
import { EditWebhookDialog } from "./webhook-dialog.tsx";
import { webhookName } from "./webhook-state.tsx";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import menu from "../../ui/menu.module.css";
import text from "../../ui/text.module.css";
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
          <h2 className={heading["title"]}>{webhookName(webhook)}</h2>
          <p className={text["soft"]}>
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
        <div className={form["foot"]}>
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

interface ActDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Rotates the signing secret and shows the new one only here. The old secret also signs for another day. */
function NewSecretDialog({ webhook, onClose }: ActDialogProps): ReactNode {
  const [secret, setSecret] = useState<string>();
  const rotate = useRotateSecret(webhook.id, setSecret);
  return (
    <Dialog title={<FormattedMessage id="webhooks.newSecretTitle" />} isOpen onClose={onClose}>
      {secret === undefined ? (
        <div className={`${form["form"]} ${styles["form"]}`}>
          <Refusal error={rotate.error} />
          <p>
            <FormattedMessage id="webhooks.newSecretText" />
          </p>
          <DialogFoot>
            <Button onPress={onClose}>
              <FormattedMessage id="danger.cancel" />
            </Button>
            <Button
              look="primary"
              isWorking={rotate.isPending}
              onPress={() => !rotate.isPending && rotate.mutate()}
            >
              <FormattedMessage id="webhooks.newSecretAct" />
            </Button>
          </DialogFoot>
        </div>
      ) : (
        <OneTimeSecret secrets={[secret]} onDone={onClose}>
          <FormattedMessage id="webhooks.secret" />
        </OneTimeSecret>
      )}
    </Dialog>
  );
}

function DeleteWebhookDialog({ webhook, onClose }: ActDialogProps): ReactNode {
  const site = useSiteId();
  const navigate = useNavigate();
  const remove = useDeleteWebhook(webhook.id, () => {
    onClose();
    void navigate(`/sites/${site}/delivery/webhooks`);
  });
  return (
    <DangerDialog
      title={<FormattedMessage id="webhooks.deleteTitle" values={{ name: webhookName(webhook) }} />}
      goes={[
        <FormattedMessage key="hook" id="webhooks.deleteGoes" />,
        <FormattedMessage key="log" id="webhooks.deleteGoesLog" />,
      ]}
      stays={[<FormattedMessage key="stays" id="webhooks.deleteStays" />]}
      submit="webhooks.deleteAct"
      act={remove}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    />
  );
}

interface TestResultProps {
  readonly webhook: string;
  readonly delivery: string;
  readonly onClose: () => void;
}

/** The result of a test delivery. */
function TestResult({ webhook, delivery, onClose }: TestResultProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data } = useDelivery(webhook, delivery);
  const attempt = data?.log.at(-1);
  const tone = attempt === undefined ? "ochre" : attempt.problem === undefined ? "leaf" : "madder";
  return (
    <Note tone={tone}>
      <div className={styles["stopped"]}>
        <p>
          {attempt === undefined ? (
            <FormattedMessage id="webhooks.testSent" />
          ) : (
            <>
              <b>
                {attempt.problem ?? (
                  <FormattedMessage
                    id="webhooks.testAnswered"
                    values={{ status: attempt.status }}
                  />
                )}
              </b>{" "}
              <ResponseTime ms={attempt.durationMs} />
            </>
          )}
        </p>
        <Button
          look="quiet"
          iconOnly
          aria-label={formatMessage({ id: "webhooks.testClose" })}
          onPress={onClose}
        >
          <X size={16} aria-hidden="true" />
        </Button>
      </div>
      {attempt?.response !== undefined && attempt.response !== "" && (
        <CodeBlock label={formatMessage({ id: "webhooks.cameBack" })}>
          <JsonText text={attempt.response} />
        </CodeBlock>
      )}
    </Note>
  );
}
