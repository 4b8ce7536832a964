import type { WorkspaceRole } from "../../permissions/roles.ts";

interface WorkspacesTable {
  id: string;
  /** What people type; unique. */
  slug: string;
  name: string;
  created_at: string;
}

interface MembersTable {
  workspace_id: string;
  user_id: string;
  role: WorkspaceRole;
  created_at: string;
}

/** Who works together. */
export interface WorkspaceTables {
  workspaces: WorkspacesTable;
  members: MembersTable;
}
