import type { Generated } from "kysely";
import type { WorkspaceRole } from "../../../api/permissions/roles.ts";
import type { PlanName } from "../../../people/workspaces/plans.ts";

interface WorkspacesTable {
  id: string;
  /** What people type; unique. */
  slug: string;
  name: string;
  created_at: string;
  plan: Generated<PlanName>;
  /** 1 where an instance admin has enabled the CMS. */
  cms_enabled: Generated<number>;
  /** What the payment method is called; null without one. */
  payment_label: string | null;
  payment_added_at: string | null;
}

/** Room that uploads have taken until their records are committed. */
interface MediaReservationsTable {
  id: string;
  workspace_id: string;
  bytes: number;
  expires_at: string;
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
  media_reservations: MediaReservationsTable;
}
