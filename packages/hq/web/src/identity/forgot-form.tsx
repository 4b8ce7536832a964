import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { readData, hq } from "../api/client.ts";
import { TextField } from "../ui/fields/text-field.tsx";
import { Note } from "../ui/notes/note.tsx";
import { IdentityForm } from "./identity-form.tsx";
import { IdentityFrame } from "./identity-frame.tsx";

/** Requests an email for resetting the password. */
export function ForgotForm({ onBack }: { readonly onBack: () => void }): ReactNode {
  const { formatMessage } = useIntl();
  const [email, setEmail] = useState("");
  const send = useMutation({
    mutationFn: () => readData(hq.POST("/password-reset", { body: { email } })),
  });
  return (
    <IdentityFrame
      title={<FormattedMessage id="forgot.title" />}
      lead={<FormattedMessage id="forgot.lead" />}
    >
      <IdentityForm act={send} submit={<FormattedMessage id="forgot.submit" />} onBack={onBack}>
        {send.isSuccess && (
          <Note tone="leaf">
            <FormattedMessage id="forgot.sent" />
          </Note>
        )}
        <TextField
          big
          autoFocus
          label={formatMessage({ id: "signIn.email" })}
          name="email"
          type="email"
          autoComplete="username"
          isRequired
          value={email}
          onChange={setEmail}
        />
      </IdentityForm>
    </IdentityFrame>
  );
}
