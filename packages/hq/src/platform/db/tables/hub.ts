import type { Generated } from "kysely";

/** What a worker does for a project. */
export const ASSIGNMENT_ROLES = ["pm", "engineer"] as const;

export type AssignmentRole = (typeof ASSIGNMENT_ROLES)[number];

/** How far a run is; `queued`, `dispatched` and `running` come to an end, the others are one. */
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
  /** SHA-256 of the registration token, lower-case hex; null once it was used. */
  registration_hash: string | null;
  registration_expires_at: string | null;
  /** SHA-256 of the worker's key, lower-case hex; null until it has registered. */
  key_hash: string | null;
  /** X25519, 32 bytes as base64url. */
  public_key: string | null;
  agent: string | null;
  version: string | null;
  registered_at: string | null;
  /** Of the process that polls. */
  instance: string | null;
  /** Where that process is; absent: it did not say. */
  place: string | null;
  seen_at: string | null;
  /** JSON of what it told last. */
  facts: string | null;
  /** The sequence of the command that was queued last. */
  last_sequence: Generated<number>;
  revoked_at: string | null;
}

/** What a worker is to be told; a row goes when the worker has acknowledged it. */
interface WorkerCommandsTable {
  worker_id: string;
  /** 1, 2, … of each worker. */
  sequence: number;
  id: string;
  kind: string;
  /** JSON. */
  body: string;
  /** The run that it is about. */
  run_id: string | null;
  /** 1 once it was given to the worker, which may have it although nothing was acknowledged. */
  sent: Generated<number>;
  created_at: string;
}

interface ProjectsTable {
  id: string;
  workspace_id: string;
  name: string;
  /** No two projects have one site. */
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
  /** Why it was made although the advisor found errors. */
  reason: string | null;
  created_at: string;
}

interface WorkflowsTable {
  id: string;
  workspace_id: string;
  project_id: string;
  name: string;
  /** JSON list. */
  steps: string;
  created_at: string;
  updated_at: string;
}

interface VariablesTable {
  /** Of the workspace, project or workflow that it is set for. */
  owner_id: string;
  key: string;
  scope: "workspace" | "project" | "workflow";
  workspace_id: string;
  /** The owner, where it is one. */
  project_id: string | null;
  workflow_id: string | null;
  value: string;
  updated_at: string;
  updated_by: string | null;
}

/** A skill on a worker, or a workflow, whose steps are runs of their own. */
interface RunsTable {
  id: string;
  workspace_id: string;
  /** The run of the workflow of which this is a step. */
  parent_id: string | null;
  /** 0, 1, … */
  step: number | null;
  /** 1, 2, … of the step. */
  attempt: number;
  workflow_id: string | null;
  project_id: string | null;
  worker_id: string | null;
  /** JSON; null for the run of a workflow. */
  skill: string | null;
  /** JSON of what is to be done, as it was when the run was asked for. */
  plan: string;
  state: RunState;
  reason: string | null;
  exit_code: number | null;
  /** JSON of what the worker found missing. */
  items: string | null;
  prompt_hash: string | null;
  created_by: string | null;
  created_at: string;
  dispatched_at: string | null;
  started_at: string | null;
  ended_at: string | null;
  /** When somebody asked for its end. */
  cancelled_at: string | null;
}

interface PublicSkillsTable {
  workspace_id: string;
  name: string;
  since: string;
}

/** Files of a skill that somebody has reviewed: every version with exactly these files is reviewed. */
interface SkillReviewsTable {
  workspace_id: string;
  skill: string;
  /** Git's id of the skill's folder. */
  tree: string;
  /** Null where the person is gone. */
  reviewed_by: string | null;
  reviewed_at: string;
  /** 1 where the reviewer wrote it, and nobody else was in the workspace. */
  alone: number;
}

interface SkillAuthorsTable {
  workspace_id: string;
  /** Git's id of a skill's folder, or the whole ref of a branch. */
  place: string;
  user_id: string;
}

/** What of skills, workers and runs is not in a repository. */
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
