import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { Navigate, useSearchParams } from "react-router";
import { answer, hq } from "../api/client.ts";
import { type SignedIn, useKeepSession, useSession } from "../api/session.ts";
import { ForgotForm } from "./forgot-form.tsx";
import { IdentityFrame } from "./identity-frame.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { PasswordForm } from "./password-form.tsx";
import { returnPath } from "./return-path.ts";
import { SecondFactorForm } from "./second-factor-form.tsx";
import styles from "./sign-in.module.css";

type Step = { readonly kind: "start" | "forgot" } | { readonly kind: "code"; challenge: string };

/** How a person comes in: by passkey, by their organisation, or by password and code. */
export function SignInScreen(): ReactNode {
  const [search] = useSearchParams();
  const returnTo = returnPath(search.get("returnTo"));
  const { data: session } = useSession();
  const keep = useKeepSession();
  const [step, setStep] = useState<Step>({ kind: "start" });
  // Whoever is signed in, now or already, goes where they wanted to.
  if (session) return <Navigate to={returnTo} replace />;
  const toStart = (): void => setStep({ kind: "start" });
  if (step.kind === "forgot") return <ForgotForm onBack={toStart} />;
  if (step.kind === "code") {
    return <SecondFactorForm challenge={step.challenge} onSignedIn={keep} onBack={toStart} />;
  }
  return (
    <StartStep
      returnTo={returnTo}
      onSignedIn={keep}
      onForgot={() => setStep({ kind: "forgot" })}
      onChallenge={(challenge) => setStep({ kind: "code", challenge })}
    />
  );
}

interface StartStepProps {
  readonly returnTo: string;
  readonly onSignedIn: (session: SignedIn) => void;
  readonly onForgot: () => void;
  readonly onChallenge: (challenge: string) => void;
}

function StartStep({ returnTo, onSignedIn, onForgot, onChallenge }: StartStepProps): ReactNode {
  const { data: methods } = useQuery({
    queryKey: ["session", "methods"],
    queryFn: () => answer(hq.GET("/session/methods")),
    staleTime: Infinity,
  });
  const others = methods !== undefined && (methods.passkey || methods.oidc !== null);
  return (
    <IdentityFrame
      title={<FormattedMessage id="signIn.title" />}
      lead={<FormattedMessage id="signIn.lead" values={{ host: location.host }} />}
    >
      {methods?.passkey === true && <PasskeyButton onSignedIn={onSignedIn} />}
      {methods?.oidc != null && (
        <a
          className={styles["organisation"]}
          href={`${methods.oidc.startUrl}?${new URLSearchParams({ returnTo })}`}
        >
          <FormattedMessage id="signIn.oidc" />
        </a>
      )}
      {others && methods.password && (
        <p className={styles["or"]}>
          <FormattedMessage id="signIn.or" />
        </p>
      )}
      {methods?.password !== false && (
        <PasswordForm onSignedIn={onSignedIn} onForgot={onForgot} onChallenge={onChallenge} />
      )}
    </IdentityFrame>
  );
}
