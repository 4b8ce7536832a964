import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Navigate, Outlet, useLocation } from "react-router";
import { useSession } from "../api/session.ts";
import { Button } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";
import { Waiting } from "../ui/waiting.tsx";

/** What only people who are signed in see; others are sent to sign in, and come back. */
export function SessionOnly(): ReactNode {
  const { data: session, error, refetch } = useSession();
  const { pathname, search } = useLocation();
  if (session) return <Outlet />;
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
