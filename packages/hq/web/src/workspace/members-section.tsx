import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useBilling } from "../api/people/session.ts";
import { useMembers } from "../api/workspace/members.ts";
import { canManage, useWorkspace } from "../api/workspaces.ts";
import { Loading } from "../ui/notes/loading.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { Invitations } from "./invitations.tsx";
import { MemberRow } from "./member-row.tsx";
import { roleText } from "./role-text.ts";
import styles from "./workspace.module.css";

const ROLES = ["owner", "admin", "member"] as const;

/** Members of the workspace, their roles, and invitations. */
export function Component(): ReactNode {
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
        <dl className={styles["roles"]}>
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
