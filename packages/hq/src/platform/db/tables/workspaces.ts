import type { Generated } from "kysely";

/** Workspace roles, lowest first. */
export const WORKSPACE_ROLES = ["member", "admin", "owner"] as const;

export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];

/** Plans, smallest first (spec, "Quotas per workspace"). */
export const PLAN_NAMES = ["free", "starter", "team", "business", "enterprise"] as const;

export type PlanName = (typeof PLAN_NAMES)[number];

interface WorkspacesTable {
  id: string;
  /** Unique; entered by users. */
  slug: string;
  name: string;
  created_at: string;
  plan: Generated<PlanName>;
  /** 1 if an instance admin has turned on the CMS. */
  cms_enabled: Generated<number>;
  /** Label of the payment method. Null without one. */
  payment_label: string | null;
  payment_added_at: string | null;
  /** Whether skills must be reviewed before they run with secrets. Null: only on workers that have secrets. */
  skill_review: "on" | "off" | null;
}

/** Space reserved by uploads until their media records are committed. */
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

/** A workspace's last request to turn on the CMS, until it is approved or withdrawn. */
interface CmsRequestsTable {
  workspace_id: string;
  /** Null if the user was deleted. */
  requested_by: string | null;
  requested_at: string;
  note: string;
  declined_at: string | null;
  /** Reason for declining. Can be empty. */
  answer: string;
}

/** Workspaces and their members. */
export interface WorkspaceTables {
  cms_requests: CmsRequestsTable;
  workspaces: WorkspacesTable;
  members: MembersTable;
  media_reservations: MediaReservationsTable;
}
