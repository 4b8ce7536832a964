import { randomUUID } from "node:crypto";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";

/** A command for a worker. */
export interface WorkerCommand {
  /** 1, 2, … per worker. Null for a live command, which exists only while a caller waits for its answer. */
  readonly sequence: number | null;
  readonly id: string;
  readonly kind: string;
  readonly body: unknown;
}

/** Commands that are delivered in order until the worker has acknowledged them. */
type QueuedKind =
  | "variable.put"
  | "variable.delete"
  | "run.start"
  | "run.cancel"
  | "deploy"
  | "undeploy";

export interface NewCommand {
  readonly kind: QueuedKind;
  readonly body: unknown;
  readonly runId?: string;
}

/** As many as fit in a response, even with the largest variables. */
const COMMANDS_AT_ONCE = 50;

/** Queues a command in the caller's transaction. The caller must wake the worker after committing. */
export async function enqueueCommand(
  transaction: ControlDatabase,
  workerId: string,
  { kind, body, runId }: NewCommand,
  { now }: { readonly now: () => Date },
): Promise<void> {
  const { last_sequence } = await transaction
    .updateTable("workers")
    .set((eb) => ({ last_sequence: eb("last_sequence", "+", 1) }))
    .where("id", "=", workerId)
    .returning("last_sequence")
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto("worker_commands")
    .values({
      worker_id: workerId,
      sequence: last_sequence,
      id: randomUUID(),
      kind,
      body: JSON.stringify(body),
      run_id: runId ?? null,
      created_at: now().toISOString(),
    })
    .execute();
}

/** Returns the next commands of a worker and marks them as sent. */
export async function handOut(
  database: ControlDatabase,
  workerId: string,
): Promise<readonly WorkerCommand[]> {
  const rows = await database
    .selectFrom("worker_commands")
    .selectAll()
    .where("worker_id", "=", workerId)
    .orderBy("sequence")
    .limit(COMMANDS_AT_ONCE)
    .execute();
  const unsent = rows.filter(({ sent }) => sent === 0).map(({ id }) => id);
  if (unsent.length === 0) return rows.map(describe);
  // Commands withdrawn in the meantime must not be sent.
  const marked = await database
    .updateTable("worker_commands")
    .set({ sent: 1 })
    .where("worker_id", "=", workerId)
    .where("id", "in", unsent)
    .returning("id")
    .execute();
  const given = new Set(marked.map(({ id }) => id));
  return rows.filter(({ id, sent }) => sent === 1 || given.has(id)).map(describe);
}

function describe({
  sequence,
  id,
  kind,
  body,
}: {
  readonly sequence: number;
  readonly id: string;
  readonly kind: string;
  readonly body: string;
}): WorkerCommand {
  return { sequence, id, kind, body: JSON.parse(body) };
}

/**
 * Deletes commands that a worker has handled. Runs whose start was acknowledged become dispatched.
 *
 * A restored database might have assigned fewer numbers than the worker has seen. Queued commands then get higher
 * numbers, because the worker would otherwise consider them handled.
 */
export async function acknowledge(
  database: ControlDatabase,
  workerId: string,
  acknowledged: number,
  { now }: { readonly now: () => Date },
): Promise<void> {
  if (await isKnown(database, workerId, acknowledged)) return;
  await transact(database, async (transaction) => {
    const { last_sequence } = await transaction
      .selectFrom("workers")
      .select("last_sequence")
      .where("id", "=", workerId)
      .executeTakeFirstOrThrow();
    if (acknowledged > last_sequence) await renumber(transaction, workerId, acknowledged);
    const done = await transaction
      .deleteFrom("worker_commands")
      .where("worker_id", "=", workerId)
      .where("sequence", "<=", acknowledged)
      .returning(["kind", "run_id"])
      .execute();
    const started = done.flatMap(({ kind, run_id }) =>
      kind === "run.start" && run_id !== null ? [run_id] : [],
    );
    if (started.length === 0) return;
    await transaction
      .updateTable("runs")
      .set({ state: "dispatched", dispatched_at: now().toISOString() })
      .where("id", "in", started)
      .where("state", "=", "queued")
      // Skips runs that the worker has already reported as waiting.
      .where("dispatched_at", "is", null)
      .execute();
  });
}

/** Whether nothing new is acknowledged: a worker repeats the same number many times. */
async function isKnown(
  database: ControlDatabase,
  workerId: string,
  acknowledged: number,
): Promise<boolean> {
  const { last_sequence, first } = await database
    .selectFrom("workers")
    .leftJoin("worker_commands", "worker_commands.worker_id", "workers.id")
    .select((eb) => ["last_sequence", eb.fn.min("sequence").as("first")])
    .where("workers.id", "=", workerId)
    .groupBy(["workers.id", "last_sequence"])
    .executeTakeFirstOrThrow();
  return acknowledged <= last_sequence && (first === null || first > acknowledged);
}

async function renumber(
  transaction: ControlDatabase,
  workerId: string,
  acknowledged: number,
): Promise<void> {
  // All new numbers are above all old ones, so they never collide during the update.
  await transaction
    .updateTable("worker_commands")
    .set((eb) => ({ sequence: eb("sequence", "+", acknowledged) }))
    .where("worker_id", "=", workerId)
    .execute();
  await transaction
    .updateTable("workers")
    .set((eb) => ({ last_sequence: eb("last_sequence", "+", acknowledged) }))
    .where("id", "=", workerId)
    .execute();
}
