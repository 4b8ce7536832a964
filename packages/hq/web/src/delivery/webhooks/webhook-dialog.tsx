import { type ReactNode, useMemo, useState } from "react";
import { CheckboxGroup, Form, Label } from "react-aria-components";
import { useController, useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { RefusedError } from "../../api/client.ts";
import {
  useChangeWebhook,
  useCreateWebhook,
  type Webhook,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookWish,
} from "../../api/delivery/webhooks.ts";
import type { MessageId } from "../../messages/messages.ts";
import { Button } from "../../ui/button.tsx";
import { DialogFoot } from "../../ui/dialog-foot.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { FormField } from "../../ui/fields/form-field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { OneTimeSecret } from "../../ui/sections/one-time-secret.tsx";
import field from "../../ui/fields/field.module.css";
import form from "../../ui/form.module.css";
import styles from "./webhooks.module.css";

const NEW: WebhookWish = { name: "", url: "", events: [], sign: true, coalesce: false };

interface NewWebhookDialogProps {
  /** Called once the user has dismissed the secret. */
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

/** Creates a webhook. Its secret is displayed only in this dialog. */
export function NewWebhookDialog({ onMade, onClose }: NewWebhookDialogProps): ReactNode {
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string }>();
  const make = useCreateWebhook(setCreated);
  const close = (): void => {
    if (created !== undefined) onMade(created.id);
    onClose();
  };
  return (
    <Dialog
      title={<FormattedMessage id={created === undefined ? "webhooks.new" : "webhooks.made"} />}
      isOpen
      onClose={close}
    >
      {created === undefined ? (
        <WebhookForm wish={NEW} act={make} submit="webhooks.make" onCancel={onClose} />
      ) : (
        <OneTimeSecret secrets={[created.secret]} onDone={close}>
          <FormattedMessage id="webhooks.secret" />
        </OneTimeSecret>
      )}
    </Dialog>
  );
}

interface EditWebhookDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function EditWebhookDialog({ webhook, onClose }: EditWebhookDialogProps): ReactNode {
  const change = useChangeWebhook(webhook.id);
  const { name = "", url, events, sign, coalesce } = webhook;
  const wish = { name, url, events: [...events], sign, coalesce };
  return (
    <Dialog title={<FormattedMessage id="webhooks.edit" />} isOpen onClose={onClose}>
      <WebhookForm
        wish={wish}
        act={{
          ...change,
          mutate(values) {
            // Send only changes, because changing the URL requires a recent proof of identity.
            const { url: to, ...rest } = values;
            const changed = { ...rest, ...(to !== url && { url: to }) };
            change.mutate(changed, { onSuccess: onClose });
          },
        }}
        submit="webhooks.save"
        onCancel={onClose}
      />
    </Dialog>
  );
}

interface WebhookFormProps {
  readonly wish: WebhookWish;
  readonly act: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly mutate: (wish: WebhookWish) => void;
  };
  readonly submit: MessageId;
  readonly onCancel: () => void;
}

function WebhookForm({ wish, act, submit, onCancel }: WebhookFormProps): ReactNode {
  const { formatMessage } = useIntl();
  const why = urlRefusal(act.error);
  // Keep the same object while the content is equal, because the form treats each new object as new errors.
  const errors = useMemo(
    () => (why === undefined ? {} : { url: { type: "refused", message: why } }),
    [why],
  );
  const { control, handleSubmit } = useForm<WebhookWish>({ defaultValues: wish, errors });
  const { field: events } = useController({ control, name: "events" });
  const { field: sign } = useController({ control, name: "sign" });
  const { field: coalesce } = useController({ control, name: "coalesce" });
  const send = (values: WebhookWish): void => {
    if (!act.isPending) act.mutate({ ...values, url: values.url.trim() });
  };
  return (
    <Form
      className={`${form["form"]} ${styles["form"]}`}
      onSubmit={(event) => {
        event.preventDefault();
        void handleSubmit(send)();
      }}
    >
      <Refusal error={why === undefined ? act.error : null} />
      <FormField
        control={control}
        name="name"
        label={formatMessage({ id: "webhooks.name" })}
        help={formatMessage({ id: "webhooks.nameHelp" })}
        maxLength={100}
      />
      <FormField
        control={control}
        name="url"
        label={formatMessage({ id: "webhooks.url" })}
        help={formatMessage({ id: "webhooks.urlHelp" })}
        inputMode="url"
        autoComplete="off"
        spellCheck="false"
        rules={{
          validate: (url) =>
            /^https?:\/\/./i.test(url.trim()) || formatMessage({ id: "webhooks.urlWanted" }),
        }}
      />
      <EventChoice value={events.value} onChange={events.onChange} />
      <div className={styles["switches"]}>
        <Switch isSelected={sign.value} onChange={sign.onChange}>
          <FormattedMessage id="webhooks.sign" />
        </Switch>
        <p className={field["help"]}>
          <FormattedMessage id="webhooks.signHelp" />
        </p>
        <Switch isSelected={coalesce.value} onChange={coalesce.onChange}>
          <FormattedMessage id="webhooks.coalesce" />
        </Switch>
        <p className={field["help"]}>
          <FormattedMessage id="webhooks.coalesceHelp" />
        </p>
      </div>
      <DialogFoot>
        <Button onPress={onCancel}>
          <FormattedMessage id="danger.cancel" />
        </Button>
        <Button type="submit" look="primary" isWorking={act.isPending}>
          <FormattedMessage id={submit} />
        </Button>
      </DialogFoot>
    </Form>
  );
}

/** Returns why HQ refuses the URL, for display next to its input. */
function urlRefusal(error: Error | null): string | undefined {
  const isAddress = error instanceof RefusedError && error.problem.code === "target_refused";
  return isAddress ? error.message : undefined;
}

interface EventChoiceProps {
  readonly value: readonly WebhookEvent[];
  readonly onChange: (events: WebhookEvent[]) => void;
}

/** Selects the subscribed events. As in HQ, none selected means all. */
function EventChoice({ value, onChange }: EventChoiceProps): ReactNode {
  return (
    <CheckboxGroup
      className={styles["events"] ?? ""}
      value={[...value]}
      onChange={(chosen) => onChange(WEBHOOK_EVENTS.filter((event) => chosen.includes(event)))}
    >
      <Label className={field["label"] ?? ""}>
        <FormattedMessage id="webhooks.events" />
      </Label>
      <p className={field["help"]}>
        <FormattedMessage id={value.length === 0 ? "webhooks.allEvents" : "webhooks.someEvents"} />
      </p>
      {WEBHOOK_EVENTS.map((event) => (
        <Checkbox key={event} value={event}>
          <span>
            <FormattedMessage id={`webhooks.on.${event}`} />{" "}
            <code className={styles["code"]}>{event}</code>
          </span>
        </Checkbox>
      ))}
    </CheckboxGroup>
  );
}
