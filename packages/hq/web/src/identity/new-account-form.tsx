import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { readData, hq } from "../api/client.ts";
import { useStartSession } from "../api/session.ts";
import { FormField } from "../ui/fields/form-field.tsx";
import { IdentityForm } from "./identity-form.tsx";
import { usePasswordRules } from "./password-rules.ts";

interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

interface NewAccountFormProps {
  /** Email of the account; absent if the user enters it. */
  readonly email?: string;
  readonly suggestedEmail?: string | undefined;
  readonly submit: ReactNode;
  /** Creates the account. */
  readonly make: (account: NewAccount) => Promise<unknown>;
}

/** Creates an account from a link and signs in. */
export function NewAccountForm(props: NewAccountFormProps): ReactNode {
  const { email, suggestedEmail = "", submit, make } = props;
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const keep = useStartSession();
  const { control, handleSubmit } = useForm<NewAccount>({
    defaultValues: { email: email ?? suggestedEmail, name: "", password: "" },
  });
  const begin = useMutation({
    mutationFn: async (account: NewAccount) => {
      await make(account);
      const { email: address, password } = account;
      return readData(hq.POST("/session", { body: { email: address, password } }));
    },
    onSuccess: async (session) => {
      if (!("secondFactor" in session)) keep(session);
      await navigate("/", { replace: true });
    },
  });
  const required = formatMessage({ id: "form.required" });
  const passwordRules = usePasswordRules();
  return (
    <IdentityForm
      submit={submit}
      act={{ ...begin, mutate: () => void handleSubmit((account) => begin.mutate(account))() }}
    >
      <FormField
        big
        control={control}
        name="email"
        rules={{ required }}
        label={formatMessage({ id: "signIn.email" })}
        type="email"
        autoComplete="username"
        isReadOnly={email !== undefined}
      />
      <FormField
        big
        control={control}
        name="name"
        rules={{ required }}
        label={formatMessage({ id: "identity.name" })}
        help={formatMessage({ id: "identity.nameHelp" })}
        autoComplete="name"
        maxLength={200}
      />
      <FormField
        big
        control={control}
        name="password"
        rules={passwordRules}
        label={formatMessage({ id: "signIn.password" })}
        help={formatMessage({ id: "identity.passwordHelp" })}
        type="password"
        autoComplete="new-password"
      />
    </IdentityForm>
  );
}
