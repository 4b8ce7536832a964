import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { enqueueCommand } from "../workers/commands.ts";
import { FINAL_STATES } from "./run-plan.ts";
import { endRun, type RunDeps, type RunRow, updateRunRow } from "./runs.ts";

/**
 * Cancels a run. A run that wasn't sent to the worker never starts; otherwise the worker reports how it ended.
 *
 * @throws CmsError `not_found`, or `conflict` if it has ended
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
    if (run === undefined) throw new CmsError("not_found", `Run not found: ${id}.`);
    if (FINAL_STATES.has(run.state)) {
      throw new CmsError("conflict", `The run ${id} has already ended: ${run.state}.`);
    }
    await updateRunRow(transaction, id, { cancelled_at: deps.now().toISOString() });
    const leaf = run.skill === null ? await activeStep(transaction, id) : run;
    if (leaf === undefined) await endRun(transaction, deps, run, { state: "cancelled" });
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
  await updateRunRow(transaction, run.id, { cancelled_at: deps.now().toISOString() });
  if (await withdrawStart(transaction, run)) {
    await endRun(transaction, deps, run, { state: "cancelled" });
    return;
  }
  if (run.worker_id === null) return;
  const command = { kind: "run.cancel", body: { runId: run.id }, runId: run.id } as const;
  await enqueueCommand(transaction, run.worker_id, command, deps);
}

/** Withdraws a run that wasn't sent to the worker. Returns whether it succeeded. */
async function withdrawStart(transaction: ControlDatabase, run: RunRow): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom("worker_commands")
    .where("run_id", "=", run.id)
    .where("kind", "=", "run.start")
    .where("sent", "=", 0)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends the runs of a worker that is being revoked, and the workflows they belong to. */
export async function endRunsOf(
  transaction: ControlDatabase,
  deps: RunDeps,
  workerId: string,
): Promise<void> {
  const reason = "The worker was revoked.";
  for (const run of await activeRuns(transaction, workerId)) {
    const state = (await withdrawStart(transaction, run)) ? "cancelled" : "lost";
    await endRun(transaction, deps, run, { state, reason, isLast: true });
  }
}

/** One check runs per minute. After this many checks without contact, a worker is given up. */
const CHECKS_WITHOUT_CONTACT = 60;

/** How many consecutive checks found no contact with a worker. */
interface Absence {
  readonly seenAt: string | null;
  readonly looks: number;
}

/**
 * Creates a function that gives up runs of workers that have been gone for long. Runs that weren't sent still wait.
 * Must be called once a minute. Absence is counted in calls instead of time, because while HQ is down or suspended no
 * worker can make contact, and clock changes don't mean that a worker is gone.
 */
export function createAbandonedRunSweep(deps: RunDeps): () => Promise<void> {
  let absences: ReadonlyMap<string, Absence> = new Map();
  return async () => {
    const now = new Map<string, Absence>();
    for (const { id, seen_at: seenAt } of await workersWithRuns(deps.database)) {
      const before = absences.get(id);
      const looks = before?.seenAt === seenAt ? before.looks + 1 : 0;
      if (looks < CHECKS_WITHOUT_CONTACT) now.set(id, { seenAt, looks });
      else await giveUpRunsOf(deps, { id, seenAt });
    }
    absences = now;
  };
}

function workersWithRuns(
  database: ControlDatabase,
): Promise<readonly { readonly id: string; readonly seen_at: string | null }[]> {
  return database
    .selectFrom("runs")
    .innerJoin("workers", "workers.id", "runs.worker_id")
    .select(["workers.id", "seen_at"])
    .distinct()
    .where("skill", "is not", null)
    .where("state", "not in", ["queued", ...FINAL_STATES])
    .execute();
}

async function giveUpRunsOf(
  deps: RunDeps,
  { id, seenAt }: { readonly id: string; readonly seenAt: string | null },
): Promise<void> {
  await transact(deps.database, async (transaction) => {
    const { seen_at } = await transaction
      .selectFrom("workers")
      .select("seen_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    // The worker has just come back.
    if (seen_at !== seenAt) return;
    const reason = "The worker has been offline for an hour.";
    for (const run of await activeRuns(transaction, id)) {
      if (run.state !== "queued") await endRun(transaction, deps, run, { state: "lost", reason });
    }
  });
}

function activeRuns(transaction: ControlDatabase, workerId: string): Promise<readonly RunRow[]> {
  return transaction
    .selectFrom("runs")
    .selectAll()
    .where("worker_id", "=", workerId)
    .where("skill", "is not", null)
    .where("state", "not in", [...FINAL_STATES])
    .execute();
}
