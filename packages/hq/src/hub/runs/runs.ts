import { CmsError } from "@loam/cms-core";
import type { VariablePrecedence } from "@loam/cms-core/template";
import type { Selectable } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { RunState } from "../../platform/db/tables/hub.ts";
import { transact } from "../../platform/db/transact.ts";
import { newHubId } from "../hub-id.ts";
import { readSkillReviews } from "../skills/trust/skill-reviews.ts";
import { enqueueCommand } from "../workers/commands.ts";
import {
  afterStep,
  FINAL_STATES,
  type PinnedSkill,
  type PlannedStep,
  runPlan,
  type RunPlan,
  variablesOf,
} from "./run-plan.ts";

export type RunRow = Selectable<ControlTables["runs"]>;

/** Dependencies for storing and dispatching runs. */
export interface RunDeps {
  readonly database: ControlDatabase;
  readonly now: () => Date;
  readonly precedence: VariablePrecedence;
  /** Called after a command was queued for a worker. */
  readonly wake: (workerId: string) => void;
}

export interface NewRun {
  readonly workspaceId: string;
  readonly workerId: string;
  readonly projectId?: string | undefined;
  /** Set for a workflow run, whose steps become separate runs. */
  readonly workflowId?: string | undefined;
  readonly by: string;
  readonly plan: RunPlan;
}

/** Maximum queued runs per worker, so that an endless script cannot fill the database. */
const MAX_WAITING = 200;

/**
 * Queues a run for its worker. It runs exactly once.
 *
 * @throws CmsError `rate_limited` while too many runs are queued for the worker
 */
export async function startRun(deps: RunDeps, run: NewRun): Promise<string> {
  const id = await transact(deps.database, async (transaction) => {
    await refuseTooMany(transaction, run.workerId);
    const { plan, workflowId } = run;
    const isWorkflow = workflowId !== undefined;
    const row = await insertRun(transaction, deps, {
      workspace_id: run.workspaceId,
      worker_id: run.workerId,
      project_id: run.projectId ?? null,
      workflow_id: workflowId ?? null,
      created_by: run.by,
      plan: JSON.stringify(plan),
      skill: isWorkflow ? null : JSON.stringify(plan.steps[0]?.skill),
    });
    if (isWorkflow) await startStep(transaction, deps, row, { step: 0, attempt: 1 });
    else await dispatch(transaction, deps, row);
    return row.id;
  });
  deps.wake(run.workerId);
  return id;
}

async function refuseTooMany(transaction: ControlDatabase, workerId: string): Promise<void> {
  const { waiting } = await transaction
    .selectFrom("runs")
    .select(({ fn }) => fn.countAll<number | string>().as("waiting"))
    .where("worker_id", "=", workerId)
    .where("state", "in", ["queued", "dispatched"])
    .executeTakeFirstOrThrow();
  if (Number(waiting) < MAX_WAITING) return;
  throw new CmsError(
    "rate_limited",
    `${MAX_WAITING} runs are already waiting for this worker. Wait for some to end, or cancel them.`,
    { details: { retryAfterSeconds: 60 } },
  );
}

type InsertedRun = Pick<
  RunRow,
  "workspace_id" | "worker_id" | "project_id" | "workflow_id" | "created_by" | "plan" | "skill"
> &
  Partial<Pick<RunRow, "parent_id" | "step" | "attempt">>;

async function insertRun(
  transaction: ControlDatabase,
  { now }: RunDeps,
  run: InsertedRun,
): Promise<RunRow> {
  return transaction
    .insertInto("runs")
    .values({
      attempt: 1,
      ...run,
      id: newHubId("run"),
      state: "queued",
      created_at: now().toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function startStep(
  transaction: ControlDatabase,
  deps: RunDeps,
  parent: RunRow,
  { step, attempt }: { readonly step: number; readonly attempt: number },
): Promise<void> {
  const { steps, ...plan } = parsePlan(parent);
  const planned = steps[step];
  if (planned === undefined) throw new Error(`The run ${parent.id} has no step ${step}.`);
  const row = await insertRun(transaction, deps, {
    workspace_id: parent.workspace_id,
    worker_id: parent.worker_id,
    project_id: parent.project_id,
    workflow_id: parent.workflow_id,
    created_by: parent.created_by,
    parent_id: parent.id,
    step,
    attempt,
    plan: JSON.stringify({ ...plan, steps: [planned] }),
    skill: JSON.stringify(planned.skill),
  });
  const isFirst = step === 0 && attempt === 1;
  await dispatch(transaction, deps, row, isFirst ? steps.slice(1) : []);
}

/** Queues the command for the worker in the transaction that stores the run. */
async function dispatch(
  transaction: ControlDatabase,
  { precedence, now }: RunDeps,
  run: RunRow,
  /**
   * The following steps of the workflow. The worker checks them first, so that it doesn't start what it cannot finish.
   */
  following: readonly PlannedStep[] = [],
): Promise<void> {
  const { steps, limits, workDir, ...plan } = parsePlan(run);
  const [only] = steps;
  if (only === undefined || run.worker_id === null) return;
  const reviewed = await isReviewed(transaction, run.workspace_id, only.skill);
  const body = {
    run: {
      id: run.id,
      skill: only.skill,
      reviewed,
      workspaceId: run.workspace_id,
      ...(run.project_id !== null && { projectId: run.project_id }),
      ...(workDir !== undefined && { workDir }),
      variables: variablesOf(plan, only.inputs),
      precedence,
      limits,
      // The base variables are the same for all steps; each step's inputs override them.
      ...(following.length > 0 && {
        workflowVariables: plan.variables,
        following: following.map(({ skill, inputs }) => ({ skill, inputs })),
      }),
    },
  };
  const command = { kind: "run.start", body, runId: run.id } as const;
  await enqueueCommand(transaction, run.worker_id, command, { now });
}

/** Checks the current state, because the skill might have been reviewed after the plan was made. */
async function isReviewed(
  transaction: ControlDatabase,
  workspaceId: string,
  { name, tree }: PinnedSkill,
): Promise<boolean> {
  if (tree === undefined) return false;
  const reviews = await readSkillReviews(transaction, workspaceId, name);
  return reviews.of({ name, tree }) !== undefined;
}

/** A worker's report about a run. */
export interface RunReport {
  /** `waiting`: queued on the worker behind other runs. */
  readonly state: "waiting" | "running" | Exclude<RunState, "queued" | "dispatched" | "running">;
  readonly exitCode?: number | null | undefined;
  readonly reason?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
  readonly promptHash?: string | undefined;
  readonly ownVariables?: readonly string[] | undefined;
  readonly items?: readonly unknown[] | undefined;
}

/**
 * Processes a worker's report about a run. The end of a step starts the next one, or ends the workflow, in the same
 * transaction.
 *
 * @throws CmsError `not_found` if the run isn't this worker's, `conflict` if it has already ended differently
 */
export async function reportRun(
  deps: RunDeps,
  { workerId, runId }: { readonly workerId: string; readonly runId: string },
  report: RunReport,
): Promise<void> {
  await transact(deps.database, async (transaction) => {
    const run = await requireRunOf(transaction, { workerId, runId });
    if (FINAL_STATES.has(run.state)) {
      if (run.state === report.state) return;
      throw new CmsError("conflict", `The run ${runId} has already ended: ${run.state}.`);
    }
    const reported = {
      ...(report.exitCode !== undefined && { exit_code: report.exitCode }),
      ...(report.reason !== undefined && { reason: report.reason }),
      ...(report.promptHash !== undefined && { prompt_hash: report.promptHash }),
      ...(report.items !== undefined && { items: JSON.stringify(report.items) }),
      ...(report.ownVariables !== undefined && {
        plan: JSON.stringify({ ...parsePlan(run), ownVariables: report.ownVariables }),
      }),
    };
    const now = deps.now().toISOString();
    if (report.state === "waiting") return queueAgain(transaction, run, now);
    const { startedAt, endedAt } = clampTimes(run, report, now);
    if (report.state === "running") {
      const at = startedAt ?? now;
      await updateRunRow(transaction, run.id, { ...reported, state: "running", started_at: at });
      await startParent(transaction, run, at);
      return;
    }
    await updateRunRow(transaction, run.id, { ...reported, started_at: startedAt });
    await endRun(transaction, deps, run, {
      state: report.state,
      endedAt,
      reason: report.reason,
    });
  });
  deps.wake(workerId);
}

/** Ignores `waiting` for a run that has started: the report is older. */
async function queueAgain(
  transaction: ControlDatabase,
  { id, state, dispatched_at }: RunRow,
  now: string,
): Promise<void> {
  if (state === "running") return;
  await updateRunRow(transaction, id, { state: "queued", dispatched_at: dispatched_at ?? now });
}

/**
 * Returns when a run started, if it has, and ended. The worker's clock can be wrong, so the times are limited to a
 * valid range: no start before the request, no end before the start, nothing in the future.
 */
function clampTimes(
  { created_at, started_at }: RunRow,
  reported: Pick<RunReport, "startedAt" | "endedAt">,
  now: string,
): { readonly startedAt: string | null; readonly endedAt: string } {
  const within = (time: string, earliest: string): string => {
    const past = time > now ? now : time;
    return past < earliest ? earliest : past;
  };
  const began = reported.startedAt === undefined ? null : within(reported.startedAt, created_at);
  const startedAt = started_at ?? began;
  return { startedAt, endedAt: within(reported.endedAt ?? now, startedAt ?? created_at) };
}

/** @throws CmsError `not_found` */
export async function requireRunOf(
  database: ControlDatabase,
  { workerId, runId }: { readonly workerId: string; readonly runId: string },
): Promise<RunRow> {
  const run = await database
    .selectFrom("runs")
    .selectAll()
    .where("id", "=", runId)
    .where("worker_id", "=", workerId)
    .where("skill", "is not", null)
    .executeTakeFirst();
  if (run !== undefined) return run;
  throw new CmsError("not_found", `This worker has no run ${runId}.`);
}

async function startParent(
  transaction: ControlDatabase,
  { parent_id }: RunRow,
  at: string,
): Promise<void> {
  if (parent_id === null) return;
  await transaction
    .updateTable("runs")
    .set({ state: "running", started_at: at })
    .where("id", "=", parent_id)
    .where("state", "=", "queued")
    .execute();
}

export interface RunEnd {
  readonly state: RunState;
  readonly reason?: string | undefined;
  readonly endedAt?: string | undefined;
  /** Whether no further step can follow. */
  readonly isLast?: boolean;
}

/** Ends a run and starts what follows. */
export async function endRun(
  transaction: ControlDatabase,
  deps: RunDeps,
  run: RunRow,
  { state, reason, endedAt, isLast = false }: RunEnd,
): Promise<void> {
  const ended_at = endedAt ?? deps.now().toISOString();
  await updateRunRow(transaction, run.id, {
    state,
    ended_at,
    ...(reason !== undefined && { reason }),
  });
  if (run.parent_id === null || run.step === null) return;
  const parent = await transaction
    .selectFrom("runs")
    .selectAll()
    .where("id", "=", run.parent_id)
    .executeTakeFirstOrThrow();
  if (FINAL_STATES.has(parent.state)) return;
  const { step, attempt } = run;
  const { steps } = parsePlan(parent);
  const next = isLast
    ? ({ kind: "end", state: state === "cancelled" ? "cancelled" : "failed", reason } as const)
    : afterStep(steps, { step, attempt, state });
  if (next.kind === "run" && parent.cancelled_at === null) {
    await startStep(transaction, deps, parent, next);
    return;
  }
  const end = next.kind === "end" ? next : { state: "cancelled" as const };
  await endRun(transaction, deps, parent, { ...end, endedAt: ended_at });
}

/** Updates the row of a run. */
export async function updateRunRow(
  transaction: ControlDatabase,
  id: string,
  change: Partial<Omit<RunRow, "id">>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await transaction.updateTable("runs").set(change).where("id", "=", id).execute();
}

function parsePlan({ plan }: Pick<RunRow, "plan">): RunPlan {
  return runPlan.parse(JSON.parse(plan));
}
