import type { ReactNode } from "react";
import type { Control } from "react-hook-form";
import { useIntl } from "react-intl";
import { FormField } from "../ui/fields/form-field.tsx";

interface PaymentFieldProps {
  readonly control: Control<{ payment: string }>;
}

/** Input for a payment method. */
export function PaymentField({ control }: PaymentFieldProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <FormField
      control={control}
      name="payment"
      rules={{ validate: (text) => text.trim() !== "" || formatMessage({ id: "form.required" }) }}
      label={formatMessage({ id: "publishing.payment" })}
      help={formatMessage({ id: "publishing.paymentHelp" })}
      maxLength={100}
    />
  );
}
