import type { ReactNode } from "react";
import { useMembers } from "../api/workspace/members.ts";
import { AuditLog } from "../audit/audit-log.tsx";
import { ManagersOnly } from "./managers-only.tsx";

/** What people did in the workspace and on its sites, and tried. */
export function Component(): ReactNode {
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
