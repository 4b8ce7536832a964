import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button as LinkButton } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { readData, hq } from "../api/client.ts";
import type { SignedIn } from "../api/people/session.ts";
import { TextField } from "../ui/fields/text-field.tsx";
import { IdentityForm } from "./identity-form.tsx";
import styles from "./sign-in.module.css";

interface PasswordFormProps {
  readonly onSignedIn: (session: SignedIn) => void;
  /** Called if the password is correct and a second factor is required. */
  readonly onChallenge: (challenge: string) => void;
  readonly onForgot: () => void;
}

export function PasswordForm({ onSignedIn, onChallenge, onForgot }: PasswordFormProps): ReactNode {
  const { formatMessage } = useIntl();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useMutation({
    mutationFn: () => readData(hq.POST("/session", { body: { email, password } })),
    onSuccess(result) {
      if ("secondFactor" in result) onChallenge(result.secondFactor.challenge);
      else onSignedIn(result);
    },
  });
  return (
    <IdentityForm act={signIn} submit={<FormattedMessage id="signIn.submit" />}>
      <TextField
        big
        label={formatMessage({ id: "signIn.email" })}
        name="email"
        type="email"
        autoComplete="username"
        isRequired
        value={email}
        onChange={setEmail}
      />
      <TextField
        big
        label={formatMessage({ id: "signIn.password" })}
        aside={
          <LinkButton className={styles["link"] ?? ""} onPress={onForgot}>
            <FormattedMessage id="signIn.forgot" />
          </LinkButton>
        }
        name="password"
        type="password"
        autoComplete="current-password"
        isRequired
        value={password}
        onChange={setPassword}
      />
    </IdentityForm>
  );
}
