import { localPath } from "@loam/cms-core/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button as LinkButton } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Navigate, useSearchParams } from "react-router";
import { hq, readData } from "../api/client.ts";
import { type SignedIn, useSession, useStartSession } from "../api/session.ts";
import { TextField } from "../ui/fields/text-field.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { answerCode } from "./code.ts";
import { IdentityForm } from "./identity-form.tsx";
import { IdentityFrame } from "./identity-frame.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import textStyles from "../ui/text.module.css";
import styles from "./sign-in.module.css";

type Step = { readonly kind: "start" | "forgot" } | { readonly kind: "code"; challenge: string };

/** The sign-in page. */
export function SignInScreen(): ReactNode {
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

interface PasswordFormProps {
  readonly onSignedIn: (session: SignedIn) => void;
  /** Called if the password is correct and a second factor is required. */
  readonly onChallenge: (challenge: string) => void;
  readonly onForgot: () => void;
}

function PasswordForm({ onSignedIn, onChallenge, onForgot }: PasswordFormProps): ReactNode {
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
          <LinkButton className={`${textStyles["link"]} ${styles["link"]}`} onPress={onForgot}>
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

interface SecondFactorFormProps {
  readonly challenge: string;
  readonly onSignedIn: (session: SignedIn) => void;
  readonly onBack: () => void;
}

/** Asks for an authenticator code. The same input accepts recovery codes, which have a different format. */
function SecondFactorForm({ challenge, onSignedIn, onBack }: SecondFactorFormProps): ReactNode {
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

/** Requests an email for resetting the password. */
function ForgotForm({ onBack }: { readonly onBack: () => void }): ReactNode {
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

/** Returns the path to open after signing in. Always a path of the dashboard, whatever the URL requests. */
function returnPath(text: string | null): string {
  const path = localPath(text ?? "");
  return path === undefined || /^\/sign-in(?:[?#]|$)/.test(path) ? "/" : path;
}
