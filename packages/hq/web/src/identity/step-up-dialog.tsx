import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { readData, hq } from "../api/client.ts";
import { useMe } from "../api/people/account.ts";
import { type ProofRequest, useProofRequest } from "../api/proof.ts";
import { type SignedIn, useStartSession } from "../api/session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields/text-field.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { answerCode } from "./code.ts";
import { requestPasskey, PasskeyButton } from "./passkey-button.tsx";
import form from "../ui/form.module.css";

/** Asks the user to confirm their identity before a sensitive action. */
export function StepUpDialog(): ReactNode {
  const request = useProofRequest();
  return (
    <Dialog
      title={<FormattedMessage id="stepUp.title" />}
      isOpen={request !== undefined}
      onClose={() => request?.end(false)}
    >
      {request && <Proofs request={request} />}
    </Dialog>
  );
}

function Proofs({ request }: { readonly request: ProofRequest }): ReactNode {
  const { data: me, error } = useMe();
  const keep = useStartSession();
  const proven = (session: SignedIn): void => {
    keep(session);
    request.end(true);
  };
  if (me === undefined) return <Refusal error={error} />;
  const hasPasskey = me.passkeys > 0;
  return (
    <div className={form["form"]}>
      <p>
        <FormattedMessage
          id={me.password || hasPasskey ? "stepUp.text" : "stepUp.onlyBySigningIn"}
        />
      </p>
      {me.password && <PasswordProof needsCode={me.totp} onProven={proven} />}
      {hasPasskey && <PasskeyButton act={proveByPasskey} onSignedIn={proven} />}
    </div>
  );
}

async function proveByPasskey(): Promise<SignedIn> {
  const answered = await requestPasskey(
    await readData(hq.POST("/session/step-up/passkey-options")),
  );
  return readData(hq.POST("/session/step-up", { body: answered }));
}

interface PasswordProofProps {
  readonly needsCode: boolean;
  readonly onProven: (session: SignedIn) => void;
}

function PasswordProof({ needsCode, onProven }: PasswordProofProps): ReactNode {
  const { formatMessage } = useIntl();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const prove = useMutation({
    mutationFn: () => {
      const body = { password, ...(needsCode && answerCode(code)) };
      return readData(hq.POST("/session/step-up", { body }));
    },
    onSuccess: onProven,
  });
  return (
    <Form
      className={form["form"] ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        // The dialog can be inside another form.
        event.stopPropagation();
        if (!prove.isPending) prove.mutate();
      }}
    >
      <Refusal error={prove.error} />
      <TextField
        autoFocus
        label={formatMessage({ id: "signIn.password" })}
        type="password"
        autoComplete="current-password"
        isRequired
        value={password}
        onChange={setPassword}
      />
      {needsCode && (
        <TextField
          label={formatMessage({ id: "code.label" })}
          help={formatMessage({ id: "code.help" })}
          autoComplete="one-time-code"
          isRequired
          value={code}
          onChange={setCode}
        />
      )}
      <div>
        <Button type="submit" look="primary" isWorking={prove.isPending}>
          <FormattedMessage id="stepUp.submit" />
        </Button>
      </div>
    </Form>
  );
}
