import type { ReactNode } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useIntl } from "react-intl";
import { readData, hq, keepCsrfToken } from "../../api/client.ts";
import { useAccountMutation } from "../../api/people/account.ts";
import { FormField } from "../../ui/fields/form-field.tsx";
import { ActForm } from "../../ui/sections/act-form.tsx";
import { Section } from "../../ui/sections/section.tsx";
import { type NewPassword, NewPasswordFields } from "../new-password-fields.tsx";

interface PasswordChange extends NewPassword {
  readonly currentPassword: string;
}

const NOTHING: PasswordChange = { currentPassword: "", password: "", keepTokens: true };

export function PasswordSection(): ReactNode {
  const { formatMessage } = useIntl();
  const form = useForm({ defaultValues: NOTHING });
  const change = useAccountMutation(async (body: PasswordChange) => {
    const { csrfToken } = await readData(hq.PATCH("/me", { body }));
    keepCsrfToken(csrfToken);
    form.reset(NOTHING);
  });
  return (
    <Section title="signIn.password" text="account.passwordText">
      <ActForm
        act={change}
        submit="account.changePassword"
        done="account.passwordChanged"
        onSubmit={() => void form.handleSubmit((body) => change.mutate(body))()}
      >
        <FormField
          control={form.control}
          name="currentPassword"
          rules={{ required: formatMessage({ id: "form.required" }) }}
          label={formatMessage({ id: "account.currentPassword" })}
          type="password"
          autoComplete="current-password"
        />
        <FormProvider {...form}>
          <NewPasswordFields />
        </FormProvider>
      </ActForm>
    </Section>
  );
}
