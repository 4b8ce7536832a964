import type { ReactNode } from "react";
import type { Control } from "react-hook-form";
import { useIntl } from "react-intl";
import { FormField } from "./form-field.tsx";

interface EmailFieldProps {
  readonly control: Control<{ email: string }>;
  readonly label: string;
}

/** Only rejects obvious mistakes. HQ finds out whether mail arrives. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** The email address of someone else, who will receive an email. */
export function EmailField({ control, label }: EmailFieldProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <FormField
      control={control}
      name="email"
      type="email"
      rules={{
        validate: (text) => {
          const email = text.trim();
          if (email === "") return formatMessage({ id: "form.required" });
          return ADDRESS.test(email) || formatMessage({ id: "form.email" });
        },
      }}
      maxLength={254}
      label={label}
      autoComplete="off"
    />
  );
}
