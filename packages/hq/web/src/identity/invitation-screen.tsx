import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link, useNavigate } from "react-router";
import { readData, hq } from "../api/client.ts";
import { useSession, useSignOut } from "../api/session.ts";
import { Button } from "../ui/button.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { IdentityFrame } from "./identity-frame.tsx";
import { LinkScreen } from "./link-screen.tsx";
import { NewAccountForm } from "./new-account-form.tsx";
import styles from "./sign-in.module.css";

/** `/invitation/{token}`: joins a workspace with a new or existing account. */
export function InvitationScreen(): ReactNode {
  return (
    <LinkScreen
      kind="invitation"
      read={(token) => readData(hq.POST("/invitations/link", { body: { token } }))}
    >
      {({ email, known, workspace, invitedBy }, token) => (
        <IdentityFrame
          title={<FormattedMessage id="invitation.title" />}
          lead={
            workspace === undefined || invitedBy === undefined ? (
              <FormattedMessage id="invitation.leadAccount" values={{ email }} />
            ) : (
              <FormattedMessage
                id="invitation.lead"
                values={{ email, workspace, person: invitedBy }}
              />
            )
          }
        >
          <Accept email={email} known={known} token={token} />
        </IdentityFrame>
      )}
    </LinkScreen>
  );
}

interface AcceptProps {
  readonly email: string;
  /** Whether an account with this email address exists. */
  readonly known: boolean;
  readonly token: string;
}

/** The form for accepting, depending on who is signed in. */
function Accept({ email, known, token }: AcceptProps): ReactNode {
  const { data: session } = useSession();
  const { data: methods } = useQuery({
    queryKey: ["session", "methods"],
    queryFn: () => readData(hq.GET("/session/methods")),
    staleTime: Infinity,
  });
  if (session === undefined) return null;
  if (session !== null) {
    if (session.user.email === email) return <AcceptAsSignedIn token={token} />;
    return <OtherPerson email={session.user.email} />;
  }
  if (!known && methods?.password !== false) {
    return (
      <NewAccountForm
        email={email}
        submit={<FormattedMessage id="invitation.submit" />}
        make={({ name, password }) =>
          readData(hq.POST("/invitations/accept", { body: { token, name, password } }))
        }
      />
    );
  }
  const back = new URLSearchParams({ returnTo: `/invitation/${token}` });
  return (
    <>
      <p>
        <FormattedMessage id={known ? "invitation.known" : "invitation.elsewhere"} />
      </p>
      <Link className={styles["organisation"] ?? ""} to={`/sign-in?${back}`}>
        <FormattedMessage id="signIn.submit" />
      </Link>
    </>
  );
}

function AcceptAsSignedIn({ token }: { readonly token: string }): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const accept = useMutation({
    mutationFn: () => readData(hq.POST("/me/invitations/accept", { body: { token } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["workspaces"] });
      await navigate("/", { replace: true });
    },
  });
  return (
    <>
      <Refusal error={accept.error} />
      <Button
        look="primary"
        big
        isWorking={accept.isPending}
        onPress={() => !accept.isPending && accept.mutate()}
      >
        <FormattedMessage id="invitation.accept" />
      </Button>
    </>
  );
}

function OtherPerson({ email }: { readonly email: string }): ReactNode {
  const signOut = useSignOut();
  return (
    <>
      <p>
        <FormattedMessage id="invitation.otherPerson" values={{ email }} />
      </p>
      <Button big onPress={() => void signOut()}>
        <FormattedMessage id="nav.signOut" />
      </Button>
    </>
  );
}
