import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { useNavigate } from "react-router";
import { useDeleteWebhook, useRotateSecret, type Webhook } from "../../api/delivery/webhooks.ts";
import { useSiteId } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { DialogFoot } from "../../ui/dialog-foot.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { DangerDialog } from "../../ui/sections/danger-dialog.tsx";
import { OneTimeSecret } from "../../ui/sections/one-time-secret.tsx";
import { webhookName } from "./webhook-state.tsx";
import styles from "./webhooks.module.css";

interface ActDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Rotates the signing secret and shows the new one only here. The old secret also signs for another day. */
export function NewSecretDialog({ webhook, onClose }: ActDialogProps): ReactNode {
  const [secret, setSecret] = useState<string>();
  const rotate = useRotateSecret(webhook.id, setSecret);
  return (
    <Dialog title={<FormattedMessage id="webhooks.newSecretTitle" />} isOpen onClose={onClose}>
      {secret === undefined ? (
        <div className={styles["form"]}>
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

export function DeleteWebhookDialog({ webhook, onClose }: ActDialogProps): ReactNode {
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
