import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { readData, expectSuccess, hq, keepCsrfToken } from "../api/client.ts";
import { SESSION } from "../api/session.ts";
import { Note } from "../ui/notes/note.tsx";
import { IdentityForm } from "./identity-form.tsx";
import { IdentityFrame } from "./identity-frame.tsx";
import { LinkScreen } from "./link-screen.tsx";
import { type NewPassword, NewPasswordFields } from "./new-password-fields.tsx";
import styles from "./sign-in.module.css";

/** `/password-reset/{token}`: sets a new password. */
export function PasswordResetScreen(): ReactNode {
  return (
    <LinkScreen
      kind="reset"
      read={(token) => readData(hq.POST("/password-reset/link", { body: { token } }))}
    >
      {({ email }, token) => (
        <IdentityFrame
          title={<FormattedMessage id="forgot.title" />}
          lead={<FormattedMessage id="reset.lead" values={{ email }} />}
        >
          <ResetForm email={email} token={token} />
        </IdentityFrame>
      )}
    </LinkScreen>
  );
}

function ResetForm({
  email,
  token,
}: {
  readonly email: string;
  readonly token: string;
}): ReactNode {
  const queries = useQueryClient();
  const form = useForm<NewPassword>({
    defaultValues: { password: "", keepTokens: false },
  });
  const reset = useMutation({
    mutationFn: (body: NewPassword) =>
      expectSuccess(hq.POST("/password-reset/confirm", { body: { token, ...body } })),
    onSuccess: () => {
      // All sessions of the user ended, including this browser's.
      keepCsrfToken(undefined);
      queries.setQueryData(SESSION, null);
    },
  });
  if (reset.isSuccess) {
    return (
      <>
        <Note tone="leaf">
          <FormattedMessage id="reset.done" />
        </Note>
        <Link className={styles["organisation"] ?? ""} to="/sign-in">
          <FormattedMessage id="signIn.submit" />
        </Link>
      </>
    );
  }
  return (
    <IdentityForm
      submit={<FormattedMessage id="reset.submit" />}
      act={{ ...reset, mutate: () => void form.handleSubmit((body) => reset.mutate(body))() }}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <FormProvider {...form}>
        <NewPasswordFields big autoFocus />
      </FormProvider>
    </IdentityForm>
  );
}
