import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedDate, FormattedMessage } from "react-intl";
import { useSetPaymentMethod } from "../api/publishing/public-site.ts";
import type { Workspace } from "../api/workspaces.ts";
import { Button } from "../ui/button.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { ActForm } from "../ui/sections/act-form.tsx";
import { Row, Rows } from "../ui/sections/row.tsx";
import { PaymentField } from "./payment-field.tsx";
import { PaymentAdminsNote } from "./who-pays.tsx";

interface PaymentMethodProps {
  readonly workspace: Workspace;
}

/** The payment method of a workspace, editable by users with permission. It is only recorded, never charged. */
export function PaymentMethod({ workspace }: PaymentMethodProps): ReactNode {
  const { paymentMethod, role } = workspace;
  if (paymentMethod !== undefined) {
    return <SavedPaymentMethod workspace={workspace} payment={paymentMethod} />;
  }
  return role === "member" ? (
    <PaymentAdminsNote workspace={workspace} />
  ) : (
    <Change workspace={workspace} />
  );
}

interface SavedPaymentMethodProps {
  readonly workspace: Workspace;
  readonly payment: { readonly label: string; readonly addedAt: string };
}

function SavedPaymentMethod({ workspace, payment }: SavedPaymentMethodProps): ReactNode {
  const [isChanging, setIsChanging] = useState(false);
  const remove = useSetPaymentMethod(workspace.id);
  if (isChanging) return <Change workspace={workspace} onDone={() => setIsChanging(false)} />;
  const added = <FormattedDate value={payment.addedAt} dateStyle="medium" />;
  return (
    <>
      <Refusal error={remove.error} />
      <Rows>
        <Row
          title={payment.label}
          lines={[<FormattedMessage key="added" id="payment.added" values={{ added }} />]}
        >
          {workspace.role !== "member" && (
            <>
              <Button look="quiet" onPress={() => setIsChanging(true)}>
                <FormattedMessage id="payment.change" />
              </Button>
              <Button
                look="quiet"
                isWorking={remove.isPending}
                onPress={() => !remove.isPending && remove.mutate(undefined)}
              >
                <FormattedMessage id="payment.remove" />
              </Button>
            </>
          )}
        </Row>
      </Rows>
    </>
  );
}

interface ChangeProps {
  readonly workspace: Workspace;
  readonly onDone?: () => void;
}

function Change({ workspace, onDone }: ChangeProps): ReactNode {
  const { control, handleSubmit } = useForm({
    defaultValues: { payment: workspace.paymentMethod?.label ?? "" },
  });
  const note = useSetPaymentMethod(workspace.id);
  return (
    <ActForm
      act={note}
      submit="payment.save"
      onSubmit={() =>
        void handleSubmit(({ payment }) =>
          note.mutate(payment.trim(), { onSuccess: () => onDone?.() }),
        )()
      }
    >
      <PaymentField control={control} />
    </ActForm>
  );
}
