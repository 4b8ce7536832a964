import type { ReactNode } from "react";
import { FormattedList, FormattedMessage } from "react-intl";
import { useMembers } from "../api/workspace/members.ts";
import { canManage, useWorkspace, type Workspace } from "../api/workspaces.ts";
import { Message } from "../ui/notes/message.tsx";

interface ManagersOnlyProps {
  readonly children: (workspace: Workspace) => ReactNode;
}

/** Shows its children to owners and admins of the workspace. Others see whom to ask. */
export function ManagersOnly({ children }: ManagersOnlyProps): ReactNode {
  const { data: workspace } = useWorkspace();
  if (workspace === undefined) return null;
  return canManage(workspace) ? children(workspace) : <ForManagers />;
}

function ForManagers(): ReactNode {
  return (
    <Message title={<FormattedMessage id="forManagers.title" />}>
      <p>
        <FormattedMessage id="forManagers.text" values={{ names: <Managers /> }} />
      </p>
    </Message>
  );
}

/** The names of the owners and admins. */
export function Managers(): ReactNode {
  const { data: members = [] } = useMembers();
  const names = members.filter(canManage).map(({ name }) => name);
  return <FormattedList type="disjunction" value={names} />;
}
