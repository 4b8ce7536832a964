import type { ReactNode } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { Checkbox } from "../ui/fields/checkbox.tsx";
import { FormField } from "../ui/fields/form-field.tsx";
import { usePasswordRules } from "./password-rules.ts";

export interface NewPassword {
  readonly password: string;
  readonly keepTokens: boolean;
}

interface NewPasswordFieldsProps {
  readonly big?: boolean;
  readonly autoFocus?: boolean;
}

/** Inputs for a new password, and whether to keep the user's tokens. */
export function NewPasswordFields(props: NewPasswordFieldsProps): ReactNode {
  const { formatMessage } = useIntl();
  const { control } = useFormContext<NewPassword>();
  return (
    <>
      <FormField
        {...props}
        control={control}
        name="password"
        rules={usePasswordRules()}
        label={formatMessage({ id: "identity.newPassword" })}
        help={formatMessage({ id: "identity.passwordHelp" })}
        type="password"
        autoComplete="new-password"
      />
      <Controller
        control={control}
        name="keepTokens"
        render={({ field: { value, onChange } }) => (
          <Checkbox isSelected={value} onChange={onChange}>
            <FormattedMessage id="identity.keepTokens" />
          </Checkbox>
        )}
      />
    </>
  );
}
