import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { readData, hq } from "../api/client.ts";
import type { SignedIn } from "../api/people/session.ts";
import { TextField } from "../ui/fields/text-field.tsx";
import { answerCode } from "./code.ts";
import { IdentityForm } from "./identity-form.tsx";
import { IdentityFrame } from "./identity-frame.tsx";

interface SecondFactorFormProps {
  readonly challenge: string;
  readonly onSignedIn: (session: SignedIn) => void;
  readonly onBack: () => void;
}

/** Asks for an authenticator code. The same input accepts recovery codes, which have a different format. */
export function SecondFactorForm({
  challenge,
  onSignedIn,
  onBack,
}: SecondFactorFormProps): ReactNode {
  const { formatMessage } = useIntl();
  const [text, setText] = useState("");
  const prove = useMutation({
    mutationFn: () =>
      readData(hq.POST("/session/second-factor", { body: { challenge, ...answerCode(text) } })),
    onSuccess: onSignedIn,
  });
  return (
    <IdentityFrame
      title={<FormattedMessage id="code.title" />}
      lead={<FormattedMessage id="code.lead" />}
    >
      <IdentityForm act={prove} submit={<FormattedMessage id="signIn.submit" />} onBack={onBack}>
        <TextField
          big
          autoFocus
          label={formatMessage({ id: "code.label" })}
          help={formatMessage({ id: "code.help" })}
          autoComplete="one-time-code"
          isRequired
          value={text}
          onChange={setText}
        />
      </IdentityForm>
    </IdentityFrame>
  );
}
