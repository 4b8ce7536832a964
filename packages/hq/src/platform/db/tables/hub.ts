import type { Generated } from "kysely";

/** Roles of a worker in a project. */
export const ASSIGNMENT_ROLES = ["pm", "engineer"] as const;

export type AssignmentRole = (typeof ASSIGNMENT_ROLES)[number];

/** States of a run. `queued`, `dispatched`, and `running` are active; the others are final. */
export const RUN_STATES = [
  "queued",
  "dispatched",
  "running",
  "succeeded",
  "failed",
  "cancelled",
  "timed_out",
  "lost",
  "refused",
] as const;

export type RunState = (typeof RUN_STATES)[number];

interface WorkersTable {
  id: string;
  workspace_id: string;
  name: string;
  created_by: string | null;
  created_at: string;
  /** SHA-256 of the registration token, lowercase hex. Null after it was used. */
  registration_hash: string | null;
  registration_expires_at: string | null;
  /** SHA-256 of the worker's key, lowercase hex. Null until the worker has registered. */
  key_hash: string | null;
  /** X25519, 32 bytes as base64url. */
  public_key: string | null;
  agent: string | null;
  version: string | null;
  registered_at: string | null;
  /** Id of the process that polls. */
  instance: string | null;
  /** Where that process runs. Null if not reported. */
  place: string | null;
  seen_at: string | null;
  /** JSON of the last reported facts. */
  facts: string | null;
  /** Sequence number of the last queued command. */
  last_sequence: Generated<number>;
  revoked_at: string | null;
}

/** Commands queued for a worker. A row is deleted when the worker acknowledges it. */
interface WorkerCommandsTable {
  worker_id: string;
  /** 1, 2, … per worker. */
  sequence: number;
  id: string;
  kind: string;
  /** JSON. */
  body: string;
  /** The run that the command belongs to. */
  run_id: string | null;
  /** 1 after it was sent. The worker might have received it without an acknowledgment. */
  sent: Generated<number>;
  created_at: string;
}

interface ProjectsTable {
  id: string;
  workspace_id: string;
  name: string;
  /** A site belongs to at most one project. */
  site_id: string | null;
  /** JSON. */
  manifest: string;
  created_at: string;
}

interface ProjectMembersTable {
  project_id: string;
  user_id: string;
}

interface AssignmentsTable {
  project_id: string;
  worker_id: string;
  role: AssignmentRole;
  /** Reason for an assignment despite errors of the advisor. */
  reason: string | null;
  created_at: string;
}

interface WorkflowsTable {
  id: string;
  workspace_id: string;
  project_id: string;
  name: string;
  /** JSON array. */
  steps: string;
  created_at: string;
  updated_at: string;
}

interface VariablesTable {
  /** Id of the workspace, project, or workflow that it is set for. */
  owner_id: string;
  key: string;
  scope: "workspace" | "project" | "workflow";
  workspace_id: string;
  /** The owner, if it is a project. */
  project_id: string | null;
  workflow_id: string | null;
  value: string;
  updated_at: string;
  updated_by: string | null;
}

/** A run of a skill on a worker, or of a workflow, whose steps are separate runs. */
interface RunsTable {
  id: string;
  workspace_id: string;
  /** The workflow run that this step belongs to. */
  parent_id: string | null;
  /** 0, 1, … */
  step: number | null;
  /** 1, 2, … per step. */
  attempt: number;
  workflow_id: string | null;
  project_id: string | null;
  worker_id: string | null;
  /** JSON; null for a workflow run. */
  skill: string | null;
  /** JSON of the work, captured when the run was requested. */
  plan: string;
  state: RunState;
  reason: string | null;
  exit_code: number | null;
  /** JSON of the requirements that the worker lacks. */
  items: string | null;
  prompt_hash: string | null;
  created_by: string | null;
  created_at: string;
  dispatched_at: string | null;
  started_at: string | null;
  ended_at: string | null;
  /** When cancellation was requested. */
  cancelled_at: string | null;
}

interface PublicSkillsTable {
  workspace_id: string;
  name: string;
  since: string;
}

/** Reviewed files of a skill: every version with exactly these files is reviewed. */
interface SkillReviewsTable {
  workspace_id: string;
  skill: string;
  /** Git tree id of the skill's folder. */
  tree: string;
  /** Null if the user was deleted. */
  reviewed_by: string | null;
  reviewed_at: string;
  /** 1 if the reviewer was also the author and the only member of the workspace. */
  alone: number;
}

interface SkillAuthorsTable {
  workspace_id: string;
  /** Git tree id of a skill's folder, or the full ref of a branch. */
  place: string;
  user_id: string;
}

/** The parts of skills, workers, and runs that are not stored in a repository. */
export interface HubTables {
  public_skills: PublicSkillsTable;
  skill_reviews: SkillReviewsTable;
  skill_authors: SkillAuthorsTable;
  workers: WorkersTable;
  worker_commands: WorkerCommandsTable;
  projects: ProjectsTable;
  project_members: ProjectMembersTable;
  assignments: AssignmentsTable;
  workflows: WorkflowsTable;
  variables: VariablesTable;
  runs: RunsTable;
}
