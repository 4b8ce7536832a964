import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { useMutation } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { readData, hq, type Schemas } from "../api/client.ts";
import type { SignedIn } from "../api/session.ts";
import { Button } from "../ui/button.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";

interface PasskeyButtonProps {
  /** The action to authenticate. @default signing in */
  readonly act?: () => Promise<SignedIn>;
  readonly onSignedIn: (session: SignedIn) => void;
}

/** Authenticates with a passkey. Canceling the browser's dialog shows no error. */
export function PasskeyButton({
  act = signInByPasskey,
  onSignedIn,
}: PasskeyButtonProps): ReactNode {
  const signIn = useMutation({ mutationFn: act, onSuccess: onSignedIn });
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
  const body = await requestPasskey(await readData(hq.POST("/session/passkey/options")));
  return readData(hq.POST("/session/passkey", { body }));
}

interface PasskeyAnswer {
  readonly challenge: string;
  readonly credential: {
    readonly id: string;
    readonly rawId: string;
    readonly type: "public-key";
    readonly response: AuthenticationResponseJSON["response"];
  };
}

/** Answers an authentication challenge of HQ with a passkey. */
export async function requestPasskey({
  challenge,
  options,
}: Schemas["PasskeyOptions"]): Promise<PasskeyAnswer> {
  if (!isQuestion(options)) throw new TypeError("HQ asked for a passkey in an unknown way");
  const { id, rawId, response } = await startAuthentication({ optionsJSON: options });
  return {
    challenge,
    credential: { id, rawId, type: "public-key", response: { ...response } },
  };
}

/** The API schema doesn't specify these options. The browser validates the rest. */
function isQuestion(options: unknown): options is PublicKeyCredentialRequestOptionsJSON {
  return typeof options === "object" && options !== null && "challenge" in options;
}

/**
 * Returns whether the dialog ended without a passkey. Browsers don't reveal whether there was none or the user
 * canceled.
 */
export function isEnded(error: Error | null): boolean {
  return error instanceof WebAuthnError || error?.name === "NotAllowedError";
}
