import { CmsError } from "@loam/cms-core";
import type { Logger } from "pino";
import { databaseKind } from "../../platform/db/database-clock.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import type { Hq } from "../../platform/hq.ts";
import { acknowledge, handOut, type WorkerCommand } from "./commands.ts";
import { LiveCommands } from "./live-commands.ts";
import type { WorkerFacts } from "./worker-facts.ts";
import {
  createWorkerKeys,
  type KnownWorker,
  workerRevoked,
  type WorkerKeys,
} from "./worker-keys.ts";
import type { WorkerNotifier } from "./worker-notifier.ts";
import { isWithinLease, LEASE_MS, type Sightings } from "./workers.ts";

interface PollRequest {
  /** Id of the worker's process. */
  readonly instance: string;
  /** Place of that process. Older workers don't send it. */
  readonly place?: string | undefined;
  /** The highest sequence number that it has durably handled. */
  readonly acknowledged: number;
  readonly waitSeconds: number;
  readonly facts?: WorkerFacts | undefined;
}

interface PollOptions {
  readonly log: Logger;
  readonly notifier: Pick<WorkerNotifier, "wake">;
}

const TICK_MS = 1000;

/** The workers that poll this process: a heartbeat and a long poll in one request. */
export class Polls implements Sightings {
  readonly keys: WorkerKeys;
  readonly live: LiveCommands;
  readonly now: () => Date;
  readonly #database: ControlDatabase;
  readonly #waiters = createWaiters();
  readonly #notifier: PollOptions["notifier"];
  readonly #seen = new Map<string, KnownWorker>();
  /** Workers whose contact isn't written to the database yet. */
  readonly #unwritten = new Set<string>();
  readonly #dropped = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #closing = false;

  constructor(hq: Pick<Hq, "database" | "config" | "now">, { log, notifier }: PollOptions) {
    this.#database = hq.database;
    this.now = hq.now;
    this.keys = createWorkerKeys(hq.database);
    this.#notifier = notifier;
    this.live = new LiveCommands(hq, {
      wake: (workerId, { isOwn }) =>
        isOwn ? this.wake(workerId) : void this.#waiters.wake(workerId),
      log,
    });
    this.#timer = setInterval(() => {
      this.#tick().catch((error: unknown) =>
        log.error({ err: error }, "Heartbeats could not be stored."),
      );
    }, TICK_MS).unref();
  }

  /**
   * Returns the worker's next commands. Waits if there are none.
   *
   * @throws CmsError `conflict` for a second process with the same key, `worker_revoked`
   */
  async poll(
    worker: KnownWorker,
    request: PollRequest,
    { gone }: { readonly gone: AbortSignal },
  ): Promise<readonly WorkerCommand[]> {
    const { workerId } = worker;
    this.#takeLease(worker, request);
    this.#see(worker);
    if (request.facts !== undefined) await storeFacts(this.#database, workerId, request.facts);
    if (request.acknowledged > worker.acknowledged) {
      await acknowledge(this.#database, workerId, request.acknowledged, this);
      worker.acknowledged = request.acknowledged;
    }
    const commands = await this.#next(worker, request, gone);
    if (!gone.aborted) this.#see(worker);
    return commands;
  }

  /** The worker's process shuts down: the worker is offline, and its successor needn't wait for the lease. */
  leave(worker: KnownWorker, instance: string): void {
    if (worker.instance !== instance) return;
    worker.instance = undefined;
    worker.seenMs = Math.min(worker.seenMs, this.now().getTime() - LEASE_MS);
    this.#unwritten.add(worker.workerId);
  }

  /**
   * If two processes use one key, for example from a copied disk, the first keeps working while its lease lasts
   * (WRK-02). A process in the same place is a successor: the first one must have been killed, because the place admits
   * only one worker.
   */
  #takeLease(worker: KnownWorker, { instance, place }: PollRequest): void {
    const seenMs = this.lastSeen(worker.workerId) ?? worker.seenMs;
    const isAlive = isWithinLease(this.now().getTime() - seenMs);
    const isNext = place !== undefined && worker.place === place;
    if (worker.instance !== undefined && worker.instance !== instance && isAlive && !isNext) {
      throw keyInUse();
    }
    worker.instance = instance;
    worker.place = place;
  }

  async #next(
    worker: KnownWorker,
    { instance, waitSeconds }: PollRequest,
    gone: AbortSignal,
  ): Promise<readonly WorkerCommand[]> {
    const { workerId } = worker;
    const until = performance.now() + waitSeconds * 1000;
    for (;;) {
      const left = until - performance.now();
      // Start listening before reading the queue; otherwise a command queued in between would wake no one.
      const turn = this.#waiters.wait(workerId, Math.max(0, left), gone);
      const queued = await handOut(this.#database, workerId);
      const commands = gone.aborted ? [] : [...this.live.handOut(workerId), ...queued];
      const isOver = commands.length > 0 || left <= 0 || this.#closing || gone.aborted;
      if (isOver) turn.end();
      await turn.woken;
      if (this.#dropped.has(workerId)) throw workerRevoked();
      if (worker.instance !== instance) throw keyInUse();
      if (isOver) return commands;
    }
  }

  /** Notifies a worker of new commands: directly if it is polling here, otherwise with a wake-up request. */
  wake(workerId: string): void {
    if (!this.#waiters.wake(workerId)) void this.#notifier.wake(workerId);
  }

  /**
   * Sends a wake-up request to a worker that isn't polling. @returns whether it was delivered, so that the worker will
   * poll
   */
  async reach(workerId: string): Promise<boolean> {
    return this.#notifier.wake(workerId);
  }

  /** Ends the long poll of a revoked worker. */
  drop(workerId: string): void {
    this.keys.forget(workerId);
    this.#seen.delete(workerId);
    this.#dropped.add(workerId);
    this.wake(workerId);
    this.live.drop(workerId);
  }

  lastSeen(workerId: string): number | undefined {
    return this.#waiters.has(workerId) ? this.now().getTime() : this.#seen.get(workerId)?.seenMs;
  }

  #see(worker: KnownWorker): void {
    worker.seenMs = this.now().getTime();
    this.#seen.set(worker.workerId, worker);
    this.#unwritten.add(worker.workerId);
  }

  /** Writes all contact times in one transaction. */
  async #flush(): Promise<void> {
    const ids = [...this.#unwritten];
    this.#unwritten.clear();
    try {
      const sightings = ids
        .map((id) => this.#seen.get(id))
        .filter((worker) => worker !== undefined);
      await storeContactTimes(this.#database, sightings);
    } catch (error) {
      for (const id of ids) this.#unwritten.add(id);
      throw error;
    }
  }

  async #tick(): Promise<void> {
    await this.#flush();
    // Other processes can also queue commands and revoke workers, but cannot wake the polls of this process.
    if (databaseKind(this.#database) !== "postgres") return;
    for (const { id, revoked_at } of await findNews(this.#database, this.#waiters.ids())) {
      if (revoked_at === null) this.wake(id);
      else this.drop(id);
    }
  }

  /** Ends pending polls and writes contact times. */
  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#timer);
    for (const workerId of this.#waiters.ids()) this.#waiters.wake(workerId);
    await this.live.close();
    await this.#flush();
  }
}

interface Waiters {
  /** @returns whether it was waiting */
  readonly wake: (workerId: string) => boolean;
  /** `woken` resolves when the worker is woken, the time is over, the client disconnects, or `end` is called. */
  wait(
    workerId: string,
    milliseconds: number,
    gone: AbortSignal,
  ): { readonly woken: Promise<void>; readonly end: () => void };
  has(workerId: string): boolean;
  ids(): readonly string[];
}

function createWaiters(): Waiters {
  const waiting = new Map<string, Set<() => void>>();
  return {
    wake(workerId) {
      const ends = waiting.get(workerId);
      for (const end of ends ?? []) end();
      return ends !== undefined;
    },
    wait(workerId, milliseconds, gone) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const ends = waiting.get(workerId) ?? new Set();
      const end = (): void => {
        clearTimeout(timer);
        gone.removeEventListener("abort", end);
        ends.delete(end);
        if (ends.size === 0 && waiting.get(workerId) === ends) waiting.delete(workerId);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      gone.addEventListener("abort", end);
      waiting.set(workerId, ends.add(end));
      return { woken: promise, end };
    },
    has: (workerId) => waiting.has(workerId),
    ids: () => [...waiting.keys()],
  };
}

function keyInUse(): CmsError {
  return new CmsError(
    "conflict",
    `Another process used this worker's key within the last ${LEASE_MS / 1000} seconds. If that process was killed, this one continues soon. If the disk was copied, register the copy as a separate worker.`,
  );
}

async function storeFacts(
  database: ControlDatabase,
  workerId: string,
  facts: WorkerFacts,
): Promise<void> {
  const { agent, version } = facts;
  await database
    .updateTable("workers")
    .set({
      facts: JSON.stringify(facts),
      ...(agent !== undefined && { agent }),
      ...(version !== undefined && { version }),
    })
    .where("id", "=", workerId)
    .execute();
}

async function storeContactTimes(
  database: ControlDatabase,
  sightings: readonly KnownWorker[],
): Promise<void> {
  if (sightings.length === 0) return;
  await transact(database, async (transaction) => {
    for (const { workerId, instance, place, seenMs } of sightings) {
      await transaction
        .updateTable("workers")
        .set({
          seen_at: new Date(seenMs).toISOString(),
          instance: instance ?? null,
          place: place ?? null,
        })
        .where("id", "=", workerId)
        .execute();
    }
  });
}

/** Returns the workers with new commands or that were revoked. */
async function findNews(
  database: ControlDatabase,
  workerIds: readonly string[],
): Promise<readonly { readonly id: string; readonly revoked_at: string | null }[]> {
  if (workerIds.length === 0) return [];
  return database
    .selectFrom("workers")
    .leftJoin("worker_commands", "worker_commands.worker_id", "workers.id")
    .select(["workers.id", "revoked_at"])
    .distinct()
    .where("workers.id", "in", workerIds)
    .where((eb) => eb.or([eb("revoked_at", "is not", null), eb("sequence", "is not", null)]))
    .execute();
}
