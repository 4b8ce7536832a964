import { CmsError, sizeOf } from "@loam/cms-core";
import { resolveVariables } from "@loam/cms-core/template";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { listAssignments } from "../projects/assignments.ts";
import { findProject } from "../projects/projects.ts";
import type { SkillRepositories } from "../skills/skill-repositories.ts";
import type { SkillVersion } from "../skills/skill-store.ts";
import { chooseVersion, type WantedVersion } from "../skills/trust/judge-review.ts";
import { readReviewRule } from "../skills/trust/review-rule.ts";
import { readSkillReviews } from "../skills/trust/skill-reviews.ts";
import { parsePlainValue, readScopes, type VariableOwners } from "../variables/variables.ts";
import type { Polls } from "../workers/polls.ts";
import { listWorkers, requireWorker, type Worker } from "../workers/workers.ts";
import { findWorkflow, type WorkflowStep } from "../workflows/workflows.ts";
import type { PlannedStep, RunLimits, RunPlan, RunVariable } from "./run-plan.ts";
import { type RunDeps, startRun } from "./runs.ts";

/** Dependencies for starting runs. */
export interface StartDeps extends RunDeps {
  readonly polls: Polls;
  readonly skills: SkillRepositories;
}

interface RequestedLimits {
  readonly seconds?: number | undefined;
  readonly outputBytes?: number | undefined;
}

interface RunRequest {
  readonly workspaceId: string;
  readonly by: string;
  readonly limits?: RequestedLimits | undefined;
}

export interface SkillRunRequest extends RunRequest {
  readonly skill: string;
  readonly version?: number | undefined;
  /** Alternative to a version. */
  readonly use?: WorkflowStep["use"];
  readonly worker: string;
  readonly project?: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Starts a skill on a worker, optionally for a project.
 *
 * @throws CmsError `not_found`, `conflict` if the worker isn't assigned to the project, `too_large`,
 * `skill_unreviewed`
 */
export async function startSkillRun(deps: StartDeps, asked: SkillRunRequest): Promise<string> {
  const { workspaceId, skill, version, use, worker: workerId, project: projectId } = asked;
  await requireWorker(deps.database, { workspaceId, id: workerId }, deps.polls);
  if (projectId !== undefined) await requireAssigned(deps.database, { ...asked, projectId });
  const step = { skill, version, use, inputs: asked.variables, onFailure: "stop" } as const;
  const place = { workspaceId, projectId, workerId };
  const plan = await makePlan(deps, place, [step], asked.limits);
  return startRun(deps, { workspaceId, workerId, projectId, by: asked.by, plan });
}

async function requireAssigned(
  database: ControlDatabase,
  {
    workspaceId,
    projectId,
    worker,
  }: { readonly workspaceId: string; readonly projectId: string; readonly worker: string },
): Promise<void> {
  await findProject(database, { workspaceId, id: projectId });
  const assigned = await listAssignments(database, workspaceId);
  if (assigned.some((each) => each.projectId === projectId && each.workerId === worker)) return;
  throw new CmsError("conflict", "The worker is not assigned to this project. Assign it first.");
}

export interface WorkflowRunRequest extends RunRequest {
  readonly workflow: string;
  /** Absent: a worker assigned to the workflow's project. */
  readonly worker?: string | undefined;
}

/** Starts a workflow on one worker. @throws CmsError as `startSkillRun` */
export async function startWorkflowRun(
  deps: StartDeps,
  asked: WorkflowRunRequest,
): Promise<string> {
  const { workspaceId, by, limits } = asked;
  const workflow = await findWorkflow(deps.database, { workspaceId, id: asked.workflow });
  const { projectId, id: workflowId } = workflow;
  const workerId = asked.worker ?? (await chooseWorker(deps, { workspaceId, projectId }));
  await requireWorker(deps.database, { workspaceId, id: workerId }, deps.polls);
  await requireAssigned(deps.database, { workspaceId, projectId, worker: workerId });
  const owners = { workspaceId, projectId, workflowId, workerId };
  const plan = await makePlan(deps, owners, workflow.steps, limits);
  return startRun(deps, { workspaceId, workerId, projectId, workflowId, by, plan });
}

/** Prefers engineers of the project over its PM, and online over offline workers. */
async function chooseWorker(
  { database, polls }: StartDeps,
  { workspaceId, projectId }: { readonly workspaceId: string; readonly projectId: string },
): Promise<string> {
  const workers = new Map(
    (await listWorkers(database, workspaceId, polls)).map((worker) => [worker.id, worker]),
  );
  const candidates = (await listAssignments(database, workspaceId))
    .filter((each) => each.projectId === projectId)
    .map(({ workerId, role }) => ({ workerId, rank: workerRank(workers.get(workerId), role) }))
    .toSorted((left, right) => left.rank - right.rank);
  const [first] = candidates;
  if (first !== undefined) return first.workerId;
  throw new CmsError("conflict", "No worker is assigned to this project. Assign one first.");
}

function workerRank(worker: Worker | undefined, role: "pm" | "engineer"): number {
  return (worker?.state === "online" ? 0 : 2) + (role === "engineer" ? 0 : 1);
}

/** Variables are stored as JSON in the database and sent to the worker. */
const MAX_VARIABLES_BYTES = 512 * 1024;
const STANDARD_LIMITS: RunLimits = { seconds: 3600, outputBytes: 16 * 1024 * 1024 };

async function makePlan(
  { database, precedence, skills }: StartDeps,
  owners: VariableOwners & { readonly workerId: string },
  steps: readonly WorkflowStep[],
  limits: RequestedLimits = {},
): Promise<RunPlan> {
  const { workDir } = owners.projectId === undefined ? {} : await readManifest(database, owners);
  const choose = await openChoice({ database, skills }, owners);
  const planned: PlannedStep[] = [];
  for (const { inputs, onFailure, ...wanted } of steps) {
    const { name, version, commit, tree } = choose(wanted.skill, wanted);
    for (const value of Object.values(inputs)) parsePlainValue(value);
    planned.push({ skill: { name, version, commit, tree }, inputs: { ...inputs }, onFailure });
  }
  const resolved = resolveVariables(await readScopes(database, owners), precedence);
  const variables = [...resolved].map(([key, { value, scope }]): RunVariable => {
    return { key, value, scope };
  });
  if (Buffer.byteLength(JSON.stringify({ planned, variables })) > MAX_VARIABLES_BYTES) {
    throw new CmsError(
      "too_large",
      `The variables of a run can be up to ${sizeOf(MAX_VARIABLES_BYTES)} in total.`,
    );
  }
  return {
    steps: planned,
    variables,
    limits: {
      seconds: limits.seconds ?? STANDARD_LIMITS.seconds,
      outputBytes: limits.outputBytes ?? STANDARD_LIMITS.outputBytes,
    },
    ...(workDir !== undefined && { workDir }),
  };
}

/** Returns a function that chooses the version of each skill for a worker, based on reviews and secrets. */
async function openChoice(
  { database, skills }: Pick<StartDeps, "database" | "skills">,
  { workspaceId, workerId }: { readonly workspaceId: string; readonly workerId: string },
): Promise<(skill: string, wanted: WantedVersion) => SkillVersion> {
  const { current, versions } = await (await skills.of(workspaceId)).follow();
  const reviews = await readSkillReviews(database, workspaceId);
  const { isRequired, holders } = await readReviewRule(database, workspaceId);
  const holder = holders.find(({ id }) => id === workerId)?.name;
  return (name, wanted) => {
    const known = { name, versions: versions.get(name) ?? [], current: current.get(name), reviews };
    return chooseVersion(known, wanted, { isRequired, holder });
  };
}

async function readManifest(
  database: ControlDatabase,
  { workspaceId, projectId = "" }: VariableOwners,
): Promise<{ readonly workDir?: string | undefined }> {
  return (await findProject(database, { workspaceId, id: projectId })).manifest;
}
