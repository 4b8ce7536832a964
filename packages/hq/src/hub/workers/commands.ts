import { randomUUID } from "node:crypto";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";

/** Something a worker is told. */
export interface WorkerCommand {
  /** 1, 2, … of each worker; null for one that only lives while somebody waits for its answer. */
  readonly sequence: number | null;
  readonly id: string;
  readonly kind: string;
  readonly body: unknown;
}

/** Commands that are told later, in order, until the worker has acknowledged them. */
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

/** As many as fit an answer, whatever the largest variables are. */
const COMMANDS_AT_ONCE = 50;

/** Queues a command, in the caller's transaction; who commits it wakes the worker. */
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

/** The next commands of a worker, which are from now on in its hands. */
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
  // What was taken back meanwhile must not be given out.
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
 * Forgets what a worker has handled. A run whose start is among it is dispatched.
 *
 * A database that was restored may have given fewer numbers than the worker has seen: what waits gets higher ones,
 * because the worker would take it for done.
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
      // One that has it is one whose worker has already told that it waits there.
      .where("dispatched_at", "is", null)
      .execute();
  });
}

/** Whether there is nothing to forget: a worker says the same number again and again. */
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
  // Every new number is above every old one, so that no two meet on the way.
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
