import type { ReactNode } from "react";
import { useMembers } from "../api/workspace/members.ts";
import { AuditLog } from "../audit/audit-log.tsx";
import { ManagersOnly } from "./managers-only.tsx";

/** The audit log of the workspace and its sites. */
export function WorkspaceAuditSection(): ReactNode {
  const { data: members = [] } = useMembers();
  return (
    <ManagersOnly>
      {({ slug }) => (
        <AuditLog
          of={{ kind: "workspace", ws: slug }}
          text="audit.workspaceText"
          people={members}
        />
      )}
    </ManagersOnly>
  );
}
