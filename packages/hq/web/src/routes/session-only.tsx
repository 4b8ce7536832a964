import { lazy, type ReactNode, Suspense } from "react";
import { FormattedMessage } from "react-intl";
import { Navigate, Outlet, useLocation } from "react-router";
import { useProofRequest } from "../api/proof.ts";
import { useSession, useSessionEnded } from "../api/session.ts";
import { Button } from "../ui/button.tsx";
import { Message } from "../ui/notes/message.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";

const StepUpDialog = lazy(async () => ({
  default: (await import("../identity/step-up-dialog.tsx")).StepUpDialog,
}));
const SignInAgain = lazy(async () => ({
  default: (await import("../identity/sign-in-again.tsx")).SignInAgain,
}));

/** Screens for signed-in users. Others sign in first and are then redirected back. */
export function SessionOnly(): ReactNode {
  const { data: session, error, refetch } = useSession();
  const hasEnded = useSessionEnded();
  const proofRequest = useProofRequest();
  const { pathname, search } = useLocation();
  if (session) {
    return (
      <>
        <Outlet key={session.user.id} />
        <Suspense>
          {proofRequest && <StepUpDialog />}
          {hasEnded && <SignInAgain returnTo={pathname + search} />}
        </Suspense>
      </>
    );
  }
  if (session === null) {
    const returnTo = new URLSearchParams({ returnTo: pathname + search });
    return <Navigate to={pathname === "/" ? "/sign-in" : `/sign-in?${returnTo}`} replace />;
  }
  if (error === null) return <Waiting />;
  return (
    <Message title={<FormattedMessage id="error.awayTitle" />}>
      <FormattedMessage id="error.away" />
      <Button look="primary" onPress={() => void refetch()}>
        <FormattedMessage id="error.again" />
      </Button>
    </Message>
  );
}
