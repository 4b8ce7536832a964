import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { useBilling } from "../api/session.ts";
import {
  type Invitation,
  useInvitations,
  useInvite,
  useMembers,
  useRevokeInvitation,
} from "../api/workspace/members.ts";
import { canManage, useWorkspace } from "../api/workspaces.ts";
import { Button } from "../ui/button.tsx";
import { EmailField } from "../ui/fields/email-field.tsx";
import { SelectField } from "../ui/fields/select-field.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { ActForm } from "../ui/sections/act-form.tsx";
import { OneTimeSecret } from "../ui/sections/one-time-secret.tsx";
import { Row, Rows } from "../ui/sections/row.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { MemberRow } from "./member-row.tsx";
import { roleText } from "./role-text.ts";
import facts from "../ui/facts.module.css";

const ROLES = ["owner", "admin", "member"] as const;

/** Members of the workspace, their roles, and invitations. */
export function WorkspaceMembersSection(): ReactNode {
  const hasBilling = useBilling();
  const { data: workspace } = useWorkspace();
  const { data: members, error } = useMembers();
  if (workspace === undefined) return null;
  if (members === undefined) return <Loading error={error} />;
  return (
    <Sections>
      <Section title="workspace.members" text="members.text">
        <ul>
          {members.map((member) => (
            <MemberRow
              key={member.userId}
              member={member}
              by={workspace.role}
              owners={members.filter(({ role }) => role === "owner").length}
            />
          ))}
        </ul>
      </Section>
      {canManage(workspace) && (
        <Section title="members.invitations" text="members.invitationsText">
          <Invitations />
        </Section>
      )}
      <Section title="members.roles" text="members.rolesText">
        <dl className={facts["definitions"]}>
          {ROLES.map((role) => (
            <div key={role}>
              <dt>
                <FormattedMessage id={`workspaceRole.${role}`} />
              </dt>
              <dd>
                <FormattedMessage id={roleText(role, hasBilling)} />
              </dd>
            </div>
          ))}
        </dl>
      </Section>
    </Sections>
  );
}

/** The result of an invitation: a link to share, or that an email was sent. */
interface Invited {
  readonly email: string;
  readonly link: string | undefined;
}

/** Invites people, and lists pending invitations. */
function Invitations(): ReactNode {
  const { data: open = [], error } = useInvitations();
  const [invited, setInvited] = useState<Invited>();
  return (
    <>
      <InviteForm onInvited={setInvited} />
      {invited !== undefined && <Told invited={invited} onDone={() => setInvited(undefined)} />}
      <Refusal error={error} />
      {open.length > 0 && (
        <Rows>
          {open.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </Rows>
      )}
    </>
  );
}

const INVITED_ROLES = ["member", "admin"] as const;

function InviteForm({ onInvited }: { readonly onInvited: (invited: Invited) => void }): ReactNode {
  const hasBilling = useBilling();
  const { formatMessage } = useIntl();
  const { control, handleSubmit, reset } = useForm({ defaultValues: { email: "" } });
  const [role, setRole] = useState<(typeof INVITED_ROLES)[number]>("member");
  const invite = useInvite();
  const send = (email: string): void => {
    const onLink = (link: string | undefined): void => onInvited({ email, link });
    invite.mutate({ email, role, onLink }, { onSuccess: () => reset() });
  };
  return (
    <ActForm
      act={invite}
      submit="members.invite"
      onSubmit={() => void handleSubmit(({ email }) => send(email.trim()))()}
    >
      <EmailField control={control} label={formatMessage({ id: "members.email" })} />
      <SelectField
        label={formatMessage({ id: "members.role" })}
        value={role}
        onChange={(chosen) => setRole(INVITED_ROLES.find((one) => one === chosen) ?? "member")}
        options={INVITED_ROLES.map((one) => [
          one,
          formatMessage({ id: `workspaceRole.${one}` }),
          formatMessage({ id: roleText(one, hasBilling) }),
        ])}
      />
    </ActForm>
  );
}

interface ToldProps {
  readonly invited: Invited;
  readonly onDone: () => void;
}

function Told({ invited: { email, link }, onDone }: ToldProps): ReactNode {
  if (link === undefined) {
    return (
      <Note tone="leaf">
        <FormattedMessage id="members.mailed" values={{ email }} />
      </Note>
    );
  }
  return (
    <OneTimeSecret secrets={[link]} onDone={onDone}>
      <FormattedMessage id="members.link" values={{ email }} />
    </OneTimeSecret>
  );
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }): ReactNode {
  const { formatMessage } = useIntl();
  const revoke = useRevokeInvitation();
  const { id, email, role, expiresAt } = invitation;
  return (
    <Row
      title={email}
      lines={[
        <FormattedMessage
          key="until"
          id="members.invitedUntil"
          values={{
            role: formatMessage({ id: `workspaceRole.${role}` }),
            until: <FormattedDate value={expiresAt} dateStyle="medium" />,
          }}
        />,
        revoke.error !== null && <Refusal key="error" error={revoke.error} />,
      ]}
    >
      <Button
        look="quiet"
        aria-label={formatMessage({ id: "members.revokeOne" }, { email })}
        isWorking={revoke.isPending}
        onPress={() => !revoke.isPending && revoke.mutate(id)}
      >
        <FormattedMessage id="members.revoke" />
      </Button>
    </Row>
  );
}
