import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { useBilling, useSession } from "../api/session.ts";
import { useLeaveWorkspace } from "../api/workspace/manage-workspace.ts";
import {
  type Member,
  useChangeMember,
  useRemoveMember,
  type WorkspaceRole,
} from "../api/workspace/members.ts";
import { useWorkspace } from "../api/workspaces.ts";
import { Button } from "../ui/button.tsx";
import { SelectField } from "../ui/fields/select-field.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { DangerDialog } from "../ui/sections/danger-dialog.tsx";
import { roleText } from "./role-text.ts";
import list from "../ui/list.module.css";
import text from "../ui/text.module.css";
import styles from "./workspace.module.css";

interface MemberRowProps {
  readonly member: Member;
  /** Role of the current user. */
  readonly by: WorkspaceRole;
  /** Number of owners. */
  readonly owners: number;
}

/** A member with their role, and the changes the current user can make. */
export function MemberRow({ member, by, owners }: MemberRowProps): ReactNode {
  const { data: session } = useSession();
  const { userId, name, email, role, since } = member;
  const isMe = userId === session?.user.id;
  const isLastOwner = role === "owner" && owners === 1;
  const mayChange = !isLastOwner && canEditMember(by, role);
  return (
    <li className={`${list["row"]} ${styles["person"]}`}>
      <div>
        <b>{name}</b>
        {isMe && (
          <span className={`${text["soft"]} ${styles["you"]}`}>
            <FormattedMessage id="members.you" />
          </span>
        )}
        <small>
          {email} ·{" "}
          <FormattedMessage
            id="members.since"
            values={{ since: <FormattedDate value={since} dateStyle="medium" /> }}
          />
        </small>
        {isLastOwner && by === "owner" && (
          <small>
            <FormattedMessage id="members.lastOwner" />
          </small>
        )}
      </div>
      {mayChange ? (
        <Role member={member} by={by} />
      ) : (
        <span className={styles["fixed"]}>
          <FormattedMessage id={`workspaceRole.${role}`} />
        </span>
      )}
      {isMe ? !isLastOwner && <Leave /> : mayChange && <Remove member={member} />}
    </li>
  );
}

/** Only owners can change owners. */
function canEditMember(by: WorkspaceRole, role: WorkspaceRole): boolean {
  return by === "owner" || (by === "admin" && role !== "owner");
}

function Role({ member, by }: Pick<MemberRowProps, "member" | "by">): ReactNode {
  const hasBilling = useBilling();
  const { formatMessage } = useIntl();
  const change = useChangeMember();
  const { userId, name, role } = member;
  const offered: readonly WorkspaceRole[] =
    by === "owner" ? ["member", "admin", "owner"] : ["member", "admin"];
  return (
    <div>
      <SelectField
        label={formatMessage({ id: "members.roleOf" }, { name })}
        isLabelled={false}
        value={change.isPending ? change.variables.role : role}
        onChange={(chosen) => {
          const wanted = offered.find((one) => one === chosen);
          if (wanted === undefined || wanted === role || change.isPending) return;
          change.mutate({ user: userId, role: wanted });
        }}
        options={offered.map((one) => [
          one,
          formatMessage({ id: `workspaceRole.${one}` }),
          formatMessage({ id: roleText(one, hasBilling) }),
        ])}
      />
      {change.error !== null && <Refusal error={change.error} />}
    </div>
  );
}

function Remove({ member: { userId, name } }: Pick<MemberRowProps, "member">): ReactNode {
  const { formatMessage } = useIntl();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useRemoveMember();
  const close = (): void => setIsAsked(false);
  return (
    <>
      <Button
        look="quiet"
        aria-label={formatMessage({ id: "members.removeOne" }, { name })}
        onPress={() => setIsAsked(true)}
      >
        <FormattedMessage id="members.remove" />
      </Button>
      {isAsked && (
        <DangerDialog
          title={<FormattedMessage id="members.removeTitle" values={{ name }} />}
          goes={[
            <FormattedMessage key="sites" id="members.removeSites" />,
            <FormattedMessage key="grants" id="members.removeGrants" />,
          ]}
          stays={[
            <FormattedMessage key="work" id="members.removeWork" />,
            <FormattedMessage key="account" id="members.removeAccount" />,
          ]}
          submit="members.removeAct"
          act={remove}
          onSubmit={() => remove.mutate(userId, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  );
}

/** Leaves the workspace; in the user's own row. */
function Leave(): ReactNode {
  const navigate = useNavigate();
  const { data: workspace } = useWorkspace();
  const [isAsked, setIsAsked] = useState(false);
  const leave = useLeaveWorkspace(() => void navigate("/"));
  const name = workspace?.name ?? "";
  return (
    <>
      <Button look="quiet" onPress={() => setIsAsked(true)}>
        <FormattedMessage id="members.leave" />
      </Button>
      {isAsked && (
        <DangerDialog
          title={<FormattedMessage id="members.leaveTitle" values={{ name }} />}
          goes={[
            <FormattedMessage key="sites" id="members.leaveSites" />,
            <FormattedMessage key="grants" id="members.leaveGrants" />,
          ]}
          stays={[
            <FormattedMessage key="work" id="members.leaveWork" />,
            <FormattedMessage key="account" id="members.leaveAccount" />,
          ]}
          submit="members.leaveAct"
          act={leave}
          onSubmit={() => leave.mutate()}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}
