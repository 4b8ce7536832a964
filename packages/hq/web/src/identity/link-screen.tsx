import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link, useParams } from "react-router";
import { RefusedError } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { IdentityFrame } from "./identity-frame.tsx";
import styles from "./sign-in.module.css";

interface LinkScreenProps<T> {
  readonly kind: "setup" | "invitation" | "reset";
  /** Loads the data behind the token in the URL. */
  readonly read: (token: string) => Promise<T>;
  readonly children: (link: T, token: string) => ReactNode;
}

const NEXT_STEPS = {
  setup: "link.nextSetup",
  invitation: "link.nextInvitation",
  reset: "link.nextReset",
} as const;

/** The screen of a one-time link: its form, or why the link doesn't work and what to do. */
export function LinkScreen<T>({ kind, read, children }: LinkScreenProps<T>): ReactNode {
  const { token = "" } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ["link", kind, token],
    queryFn: () => read(token),
    staleTime: Infinity,
  });
  if (data !== undefined) return children(data, token);
  if (error === null) return <Waiting />;
  const isGone = error instanceof RefusedError && error.problem.status === 404;
  if (!isGone) {
    return (
      <IdentityFrame title="Loam" lead={location.host}>
        <Refusal error={error} />
        <Button big onPress={() => void refetch()}>
          <FormattedMessage id="error.again" />
        </Button>
      </IdentityFrame>
    );
  }
  return (
    <IdentityFrame
      title={<FormattedMessage id="link.goneTitle" />}
      lead={<FormattedMessage id="link.gone" />}
    >
      <p>
        <FormattedMessage id={NEXT_STEPS[kind]} />
      </p>
      <Link className={styles["organisation"] ?? ""} to="/sign-in">
        <FormattedMessage id="link.toSignIn" />
      </Link>
    </IdentityFrame>
  );
}
