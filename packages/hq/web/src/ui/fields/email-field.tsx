import type { ReactNode } from "react";
import type { Control } from "react-hook-form";
import { useIntl } from "react-intl";
import { FormField } from "./form-field.tsx";

interface EmailFieldProps {
  readonly control: Control<{ email: string }>;
  readonly label: string;
}

/** Where mail goes is for HQ to find out; what is no address at all is said here. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** The address of somebody else, to whom something is to be sent. */
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
