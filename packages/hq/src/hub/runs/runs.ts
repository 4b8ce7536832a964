import { CmsError } from "@loam/cms-core";
import type { VariablePrecedence } from "@loam/cms-core/template";
import type { Selectable } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { RunState } from "../../platform/db/tables/hub.ts";
import { transact } from "../../platform/db/transact.ts";
import { newHubId } from "../hub-id.ts";
import { enqueueCommand } from "../workers/commands.ts";
import { afterStep, FINAL_STATES, runPlan, type RunPlan, variablesOf } from "./run-plan.ts";

export type RunRow = Selectable<ControlTables["runs"]>;

/** What runs are kept and told with. */
export interface RunDeps {
  readonly database: ControlDatabase;
  readonly now: () => Date;
  readonly precedence: VariablePrecedence;
  /** Something was queued for a worker. */
  readonly wake: (workerId: string) => void;
}

export interface NewRun {
  readonly workspaceId: string;
  readonly workerId: string;
  readonly projectId?: string | undefined;
  /** Given for the run of a workflow, whose steps become runs of their own. */
  readonly workflowId?: string | undefined;
  readonly by: string;
  readonly plan: RunPlan;
}

/** Of one worker, those that have not begun: a script that starts them without end fills no database. */
const MOST_WAITING = 200;

/**
 * Starts a run: it is queued for its worker, and happens once.
 *
 * @throws CmsError `rate_limited` while too many wait for the worker
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
  if (Number(waiting) < MOST_WAITING) return;
  throw new CmsError(
    "rate_limited",
    `${MOST_WAITING} runs wait for this worker already; wait for some to end, or cancel them.`,
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
  const { steps, ...plan } = planOf(parent);
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
  await dispatch(transaction, deps, row);
}

/** Tells the worker to run it, in the transaction in which it is written down. */
async function dispatch(
  transaction: ControlDatabase,
  { precedence, now }: RunDeps,
  run: RunRow,
): Promise<void> {
  const { steps, limits, workDir, ...plan } = planOf(run);
  const [only] = steps;
  if (only === undefined || run.worker_id === null) return;
  const body = {
    run: {
      id: run.id,
      skill: only.skill,
      workspaceId: run.workspace_id,
      ...(run.project_id !== null && { projectId: run.project_id }),
      ...(workDir !== undefined && { workDir }),
      variables: variablesOf(plan, only.inputs),
      precedence,
      limits,
    },
  };
  const command = { kind: "run.start", body, runId: run.id } as const;
  await enqueueCommand(transaction, run.worker_id, command, { now });
}

/** What a worker says of a run. */
export interface RunReport {
  readonly state: "running" | Exclude<RunState, "queued" | "dispatched" | "running">;
  readonly exitCode?: number | null | undefined;
  readonly reason?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
  readonly promptHash?: string | undefined;
  readonly items?: readonly unknown[] | undefined;
}

/**
 * Takes what a worker says of a run; the end of a step starts the next one, or ends the workflow, in the same
 * transaction.
 *
 * @throws CmsError `not_found` for a run that is not this worker's, `conflict` once it has ended in another way
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
      throw new CmsError("conflict", `The run ${runId} has ended before: ${run.state}.`);
    }
    const told = {
      ...(report.exitCode !== undefined && { exit_code: report.exitCode }),
      ...(report.reason !== undefined && { reason: report.reason }),
      ...(report.promptHash !== undefined && { prompt_hash: report.promptHash }),
      ...(report.items !== undefined && { items: JSON.stringify(report.items) }),
    };
    const startedAt = run.started_at ?? report.startedAt ?? null;
    if (report.state === "running") {
      const at = startedAt ?? deps.now().toISOString();
      await update(transaction, run.id, { ...told, state: "running", started_at: at });
      await beginParent(transaction, run, at);
      return;
    }
    await update(transaction, run.id, { ...told, started_at: startedAt });
    await finish(transaction, deps, run, {
      state: report.state,
      endedAt: report.endedAt,
      reason: report.reason,
    });
  });
  deps.wake(workerId);
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

async function beginParent(
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

interface RunEnd {
  readonly state: RunState;
  readonly reason?: string | undefined;
  readonly endedAt?: string | undefined;
  /** Whether nothing may follow it. */
  readonly isLast?: boolean;
}

/** Ends a run, and begins what follows it. */
async function finish(
  transaction: ControlDatabase,
  deps: RunDeps,
  run: RunRow,
  { state, reason, endedAt, isLast = false }: RunEnd,
): Promise<void> {
  const ended_at = endedAt ?? deps.now().toISOString();
  await update(transaction, run.id, { state, ended_at, ...(reason !== undefined && { reason }) });
  if (run.parent_id === null || run.step === null) return;
  const parent = await transaction
    .selectFrom("runs")
    .selectAll()
    .where("id", "=", run.parent_id)
    .executeTakeFirstOrThrow();
  if (FINAL_STATES.has(parent.state)) return;
  const { step, attempt } = run;
  const { steps } = planOf(parent);
  const next = isLast
    ? ({ kind: "end", state: state === "cancelled" ? "cancelled" : "failed", reason } as const)
    : afterStep(steps, { step, attempt, state });
  if (next.kind === "run" && parent.cancelled_at === null) {
    await startStep(transaction, deps, parent, next);
    return;
  }
  const end = next.kind === "end" ? next : { state: "cancelled" as const };
  await finish(transaction, deps, parent, { ...end, endedAt: ended_at });
}

/**
 * Asks for the end of a run. One that the worker was not given yet never begins; of any other the worker says how it
 * ended.
 *
 * @throws CmsError `not_found`, `conflict` for one that has ended
 */
export async function cancelRun(
  deps: RunDeps,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<void> {
  const workerId = await transact(deps.database, async (transaction) => {
    const run = await transaction
      .selectFrom("runs")
      .selectAll()
      .where("id", "=", id)
      .where("workspace_id", "=", workspaceId)
      .executeTakeFirst();
    if (run === undefined) throw new CmsError("not_found", `There is no run ${id}.`);
    if (FINAL_STATES.has(run.state)) {
      throw new CmsError("conflict", `The run ${id} has ended: ${run.state}.`);
    }
    await update(transaction, id, { cancelled_at: deps.now().toISOString() });
    const leaf = run.skill === null ? await activeStep(transaction, id) : run;
    if (leaf === undefined) await finish(transaction, deps, run, { state: "cancelled" });
    else await cancelOne(transaction, deps, leaf);
    return run.worker_id;
  });
  if (workerId !== null) deps.wake(workerId);
}

function activeStep(transaction: ControlDatabase, parentId: string): Promise<RunRow | undefined> {
  return transaction
    .selectFrom("runs")
    .selectAll()
    .where("parent_id", "=", parentId)
    .where("state", "not in", [...FINAL_STATES])
    .executeTakeFirst();
}

async function cancelOne(transaction: ControlDatabase, deps: RunDeps, run: RunRow): Promise<void> {
  await update(transaction, run.id, { cancelled_at: deps.now().toISOString() });
  if (await takeBack(transaction, run)) {
    await finish(transaction, deps, run, { state: "cancelled" });
    return;
  }
  if (run.worker_id === null) return;
  const command = { kind: "run.cancel", body: { runId: run.id }, runId: run.id } as const;
  await enqueueCommand(transaction, run.worker_id, command, deps);
}

/** Whether the worker was never told of the run, and will not be. */
async function takeBack(transaction: ControlDatabase, run: RunRow): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom("worker_commands")
    .where("run_id", "=", run.id)
    .where("kind", "=", "run.start")
    .where("sent", "=", 0)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends what a worker runs that is being revoked, and the workflows of which it is part. */
export async function endRunsOf(
  transaction: ControlDatabase,
  deps: RunDeps,
  workerId: string,
): Promise<void> {
  const reason = "The worker was revoked.";
  for (const run of await activeRuns(transaction, [workerId])) {
    const state = (await takeBack(transaction, run)) ? "cancelled" : "lost";
    await finish(transaction, deps, run, { state, reason, isLast: true });
  }
}

/** So long after a worker was last seen it is not waited for any more. */
const LOST_MS = 60 * 60_000;

/** Gives up runs of workers that are long gone. A run that its worker never got still waits for it. */
export async function giveUpLostRuns(deps: RunDeps): Promise<void> {
  const before = new Date(deps.now().getTime() - LOST_MS).toISOString();
  await transact(deps.database, async (transaction) => {
    const gone = await transaction
      .selectFrom("workers")
      .select("id")
      .where("seen_at", "<", before)
      .execute();
    if (gone.length === 0) return;
    const runs = await activeRuns(
      transaction,
      gone.map(({ id }) => id),
    );
    const reason = "The worker has not been heard of for an hour.";
    for (const run of runs.filter(({ state }) => state !== "queued")) {
      await finish(transaction, deps, run, { state: "lost", reason });
    }
  });
}

function activeRuns(
  transaction: ControlDatabase,
  workerIds: readonly string[],
): Promise<readonly RunRow[]> {
  return transaction
    .selectFrom("runs")
    .selectAll()
    .where("worker_id", "in", workerIds)
    .where("skill", "is not", null)
    .where("state", "not in", [...FINAL_STATES])
    .execute();
}

async function update(
  transaction: ControlDatabase,
  id: string,
  change: Partial<Omit<RunRow, "id">>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await transaction.updateTable("runs").set(change).where("id", "=", id).execute();
}

function planOf({ plan }: Pick<RunRow, "plan">): RunPlan {
  return runPlan.parse(JSON.parse(plan));
}
