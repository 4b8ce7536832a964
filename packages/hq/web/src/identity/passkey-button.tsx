import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { useMutation } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { answer, hq } from "../api/client.ts";
import type { SignedIn } from "../api/session.ts";
import { Button } from "../ui/button.tsx";
import { Refusal } from "../ui/refusal.tsx";

interface PasskeyButtonProps {
  readonly onSignedIn: (session: SignedIn) => void;
}

/** Signs in by what the device or the browser keeps. A person who ends its dialog is told nothing. */
export function PasskeyButton({ onSignedIn }: PasskeyButtonProps): ReactNode {
  const signIn = useMutation({ mutationFn: signInByPasskey, onSuccess: onSignedIn });
  return (
    <>
      <Button big isWorking={signIn.isPending} onPress={() => !signIn.isPending && signIn.mutate()}>
        <Fingerprint size={18} aria-hidden="true" />
        <FormattedMessage id="signIn.passkey" />
      </Button>
      <Refusal error={isEnded(signIn.error) ? null : signIn.error} />
    </>
  );
}

async function signInByPasskey(): Promise<SignedIn> {
  const { challenge, options } = await answer(hq.POST("/session/passkey/options"));
  if (!isQuestion(options)) throw new TypeError("HQ asked for a passkey in an unknown way");
  const { id, rawId, response } = await startAuthentication({ optionsJSON: options });
  const credential = { id, rawId, type: "public-key" as const, response: { ...response } };
  return answer(hq.POST("/session/passkey", { body: { challenge, credential } }));
}

/** The document of the API leaves open what a browser is asked; its own code checks the rest. */
function isQuestion(options: unknown): options is PublicKeyCredentialRequestOptionsJSON {
  return typeof options === "object" && options !== null && "challenge" in options;
}

/** The browser does not say whether there was no passkey or the person did not want to use it. */
function isEnded(error: Error | null): boolean {
  return error instanceof WebAuthnError || error?.name === "NotAllowedError";
}
