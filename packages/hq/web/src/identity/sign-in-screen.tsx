import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { Navigate, useSearchParams } from "react-router";
import { readData, hq } from "../api/client.ts";
import { type SignedIn, useStartSession, useSession } from "../api/people/session.ts";
import { Note } from "../ui/notes/note.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { ForgotForm } from "./forgot-form.tsx";
import { IdentityFrame } from "./identity-frame.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { PasswordForm } from "./password-form.tsx";
import { returnPath } from "./return-path.ts";
import { SecondFactorForm } from "./second-factor-form.tsx";
import styles from "./sign-in.module.css";

type Step = { readonly kind: "start" | "forgot" } | { readonly kind: "code"; challenge: string };

/** The sign-in page. */
export function Component(): ReactNode {
  const [search] = useSearchParams();
  const returnTo = returnPath(search.get("returnTo"));
  const { data: session, isPending } = useSession();
  if (isPending) return <Waiting />;
  // Signed-in users continue to their destination.
  if (session) return <Navigate to={returnTo} replace />;
  return <SignIn returnTo={returnTo} />;
}

interface SignInProps {
  /** Where single sign-on returns to. */
  readonly returnTo: string;
  /** A note above the form. */
  readonly note?: ReactNode;
}

/** Signs in by passkey, single sign-on, or password and second factor. */
export function SignIn({ returnTo, note }: SignInProps): ReactNode {
  const keep = useStartSession();
  const [step, setStep] = useState<Step>({ kind: "start" });
  const toStart = (): void => setStep({ kind: "start" });
  if (step.kind === "forgot") return <ForgotForm onBack={toStart} />;
  if (step.kind === "code") {
    return <SecondFactorForm challenge={step.challenge} onSignedIn={keep} onBack={toStart} />;
  }
  return (
    <StartStep
      returnTo={returnTo}
      note={note}
      onSignedIn={keep}
      onForgot={() => setStep({ kind: "forgot" })}
      onChallenge={(challenge) => setStep({ kind: "code", challenge })}
    />
  );
}

interface StartStepProps extends SignInProps {
  readonly onSignedIn: (session: SignedIn) => void;
  readonly onForgot: () => void;
  readonly onChallenge: (challenge: string) => void;
}

function StartStep(props: StartStepProps): ReactNode {
  const { data: methods, isPending } = useMethods();
  // Wait for the methods, because a form that moves down when the passkey button appears causes misclicks.
  return isPending ? <Waiting /> : <SignInMethods {...props} methods={methods} />;
}

function useMethods() {
  return useQuery({
    queryKey: ["session", "methods"],
    queryFn: () => readData(hq.GET("/session/methods")),
    staleTime: Infinity,
  });
}

/** Without a response, offers the password form, which every HQ has by default. */
function SignInMethods(
  props: StartStepProps & { readonly methods: ReturnType<typeof useMethods>["data"] },
): ReactNode {
  const { returnTo, note, methods, onSignedIn, onForgot, onChallenge } = props;
  const others = methods !== undefined && (methods.passkey || methods.oidc !== null);
  return (
    <IdentityFrame
      title={<FormattedMessage id="signIn.title" />}
      lead={<FormattedMessage id="signIn.lead" values={{ host: location.host }} />}
    >
      {note !== undefined && <Note tone="leaf">{note}</Note>}
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
