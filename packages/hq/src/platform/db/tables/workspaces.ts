import type { Generated } from "kysely";

/** The roles a member can have in a workspace, the lowest first. */
export const WORKSPACE_ROLES = ["member", "admin", "owner"] as const;

export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];

/** The plans, the smallest first (spec, "Quotas per workspace"). */
export const PLAN_NAMES = ["free", "starter", "team", "business", "enterprise"] as const;

export type PlanName = (typeof PLAN_NAMES)[number];

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
  /** Whether skills must be reviewed before they run with secrets; null: where a worker has secrets. */
  skill_review: "on" | "off" | null;
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

/** The last request of a workspace to have the CMS, until it is enabled or taken back. */
interface CmsRequestsTable {
  workspace_id: string;
  /** Null where the account is gone. */
  requested_by: string | null;
  requested_at: string;
  note: string;
  declined_at: string | null;
  /** Why it was declined; empty without a word. */
  answer: string;
}

/** Workspaces and their members. */
export interface WorkspaceTables {
  cms_requests: CmsRequestsTable;
  workspaces: WorkspacesTable;
  members: MembersTable;
  media_reservations: MediaReservationsTable;
}
