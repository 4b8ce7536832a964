import type { ReactNode } from "react";
import { Form } from "react-aria-components";
import { useForm } from "react-hook-form";
import { FormattedMessage } from "react-intl";
import { useSetPublishing, useWorkspaceOf } from "../../api/publishing/public-site.ts";
import type { Site } from "../../api/sites.ts";
import { PaymentField } from "../../payment/payment-field.tsx";
import { PaymentAdminsNote } from "../../payment/who-pays.tsx";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import styles from "./publishing.module.css";

/** Turns publishing on. If the workspace has no payment method, an admin adds one first. */
export function TurnOnPublishing({ site }: { readonly site: Site }): ReactNode {
  const workspace = useWorkspaceOf(site);
  const { control, handleSubmit } = useForm({ defaultValues: { payment: "" } });
  const turnOn = useSetPublishing(site);
  if (site.role !== "admin") {
    return (
      <p>
        <FormattedMessage id="publishing.byAdmin" />
      </p>
    );
  }
  if (workspace === undefined) return null;
  const { paymentNeeded, role } = workspace;
  if (paymentNeeded && role === "member") return <PaymentAdminsNote workspace={workspace} />;
  return (
    <Form
      className={styles["switch"] ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        void handleSubmit(({ payment }) => {
          if (turnOn.isPending) return;
          turnOn.mutate({ enabled: true, ...(paymentNeeded && { payment: payment.trim() }) });
        })();
      }}
    >
      <Refusal error={turnOn.error} />
      {paymentNeeded && <PaymentField control={control} />}
      <div>
        <Button type="submit" isWorking={turnOn.isPending}>
          <FormattedMessage id="publishing.turnOn" />
        </Button>
      </div>
    </Form>
  );
}
