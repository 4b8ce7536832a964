import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { CmsError } from "@loam/cms-core";
import { type ClockOptions, instantFromNow } from "./database-clock.ts";
import type { ControlDatabase } from "./database.ts";

/** A lease that is renewed until it is released or lost. */
export interface HeldLease extends AsyncDisposable {
  readonly name: string;
  readonly fence: number;
  /** Aborted with a CmsError `conflict` when the lease is lost. The work under it must stop. */
  readonly signal: AbortSignal;
  /** Releases the lease. Can be called repeatedly. */
  release(): Promise<void>;
}

export interface HoldOptions extends ClockOptions {
  /** How long others wait if this process dies or cannot reach the database. @default 30000 */
  readonly ttlMs?: number;
  /** @default a third of `ttlMs` */
  readonly renewEveryMs?: number;
  /** Name of the holder, for people who inspect the table. @default the host, the process id, and a random part */
  readonly owner?: string;
}

const TTL_MS = 30_000;

/** Acquires a lease and keeps renewing it. Returns `undefined` while another owner has it. */
export async function holdLease(
  database: ControlDatabase,
  name: string,
  {
    ttlMs = TTL_MS,
    renewEveryMs = ttlMs / 3,
    owner = `${hostname()}:${process.pid}:${randomUUID()}`,
    now,
  }: HoldOptions = {},
): Promise<HeldLease | undefined> {
  const startedMs = performance.now();
  const lease = await acquireLease(database, { name, owner }, { ttlMs, now });
  if (lease === undefined) return undefined;
  const lost = new AbortController();
  const released = new AbortController();
  const renewing = keepRenewing({
    renew: () => renewLease(database, lease, { ttlMs, now }),
    lose: () => lost.abort(lostError(lease)),
    ended: AbortSignal.any([lost.signal, released.signal]),
    startedMs,
    ttlMs,
    renewEveryMs,
  });
  const release = async (): Promise<void> => {
    released.abort();
    await renewing;
    if (!lost.signal.aborted) await releaseLease(database, lease);
  };
  return {
    name,
    fence: lease.fence,
    signal: lost.signal,
    release,
    [Symbol.asyncDispose]: release,
  };
}

function lostError({ name, fence }: Lease): CmsError {
  return new CmsError("conflict", `This process no longer holds the lease ${name} (${fence}).`);
}

interface Renewal {
  readonly renew: () => Promise<boolean>;
  readonly lose: () => void;
  /** Aborted when renewing must stop. */
  readonly ended: AbortSignal;
  /** When the last renewal was sent, by the monotonic clock. */
  readonly startedMs: number;
  readonly ttlMs: number;
  readonly renewEveryMs: number;
}

/** The expiry is counted from before the renewal was sent, so it is never later than the database's. */
async function keepRenewing(renewal: Renewal): Promise<void> {
  const { renew, lose, ended, ttlMs, renewEveryMs } = renewal;
  const expireAt = (startedMs: number): NodeJS.Timeout =>
    setTimeout(lose, startedMs + ttlMs - performance.now()).unref();
  let expiry = expireAt(renewal.startedMs);
  ended.addEventListener("abort", () => clearTimeout(expiry));
  while (await pause(renewEveryMs, ended)) {
    const startedMs = performance.now();
    // The database can become reachable again before the lease expires.
    const renewed = await renew().catch(() => undefined);
    if (ended.aborted) return;
    if (renewed === false) lose();
    if (renewed !== true) continue;
    clearTimeout(expiry);
    expiry = expireAt(startedMs);
  }
}

/** Returns `false` if `ended` was aborted in the meantime. */
function pause(milliseconds: number, ended: AbortSignal): Promise<boolean> {
  return delay(milliseconds, undefined, { ref: false, signal: ended }).then(
    () => true,
    () => false,
  );
}

export interface WaitOptions extends HoldOptions {
  /** Interval between attempts. @default 250 */
  readonly retryEveryMs?: number;
  /** Aborts waiting with its reason. */
  readonly signal?: AbortSignal;
}

/** Runs work exclusively across all processes, after earlier lease holders have finished. */
export async function withLease<T>(
  database: ControlDatabase,
  name: string,
  work: (lease: HeldLease) => Promise<T>,
  { retryEveryMs = 250, signal, ...options }: WaitOptions = {},
): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const lease = await holdLease(database, name, options);
    if (lease !== undefined) {
      await using held = lease;
      return await work(held);
    }
    await delay(retryEveryMs);
  }
}

/** An exclusive right for a limited time. */
interface Lease {
  readonly name: string;
  readonly owner: string;
  /**
   * Greater than the fence of every earlier owner. Compared on writes under the lease, because a process that was
   * suspended could still write after it wakes up.
   */
  readonly fence: number;
}

interface LeaseOptions extends ClockOptions {
  /** How long the lease lasts without renewal. */
  readonly ttlMs: number;
}

/** Acquires a lease that is free or expired. Returns `undefined` while another owner has it. */
export async function acquireLease(
  database: ControlDatabase,
  { name, owner }: Pick<Lease, "name" | "owner">,
  { ttlMs, now }: LeaseOptions,
): Promise<Lease | undefined> {
  const expires_at = instantFromNow(database, ttlMs, { now });
  const row = await database
    .insertInto("leases")
    .values({ name, owner, fence: 1, expires_at })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet((old) => ({ owner, fence: old("leases.fence", "+", 1), expires_at }))
        .where((old) =>
          old.or([
            old("leases.owner", "is", null),
            old("leases.expires_at", "<=", instantFromNow(database, 0, { now })),
          ]),
        ),
    )
    .returning("fence")
    .executeTakeFirst();
  return row === undefined ? undefined : { name, owner, fence: row.fence };
}

/** Whether a lease is held now. */
export async function isLeased(
  database: ControlDatabase,
  name: string,
  { now }: ClockOptions = {},
): Promise<boolean> {
  const row = await database
    .selectFrom("leases")
    .select("name")
    .where("name", "=", name)
    .where("owner", "is not", null)
    .where("expires_at", ">", instantFromNow(database, 0, { now }))
    .executeTakeFirst();
  return row !== undefined;
}

/** Extends a lease. Returns `false` if it was released or another owner has it. */
export async function renewLease(
  database: ControlDatabase,
  { name, owner, fence }: Lease,
  { ttlMs, now }: LeaseOptions,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("leases")
    .set({ expires_at: instantFromNow(database, ttlMs, { now }) })
    .where("name", "=", name)
    .where("owner", "=", owner)
    .where("fence", "=", fence)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Releases a lease, so that others need not wait. Does nothing if another owner has it already. */
export async function releaseLease(
  database: ControlDatabase,
  { name, owner, fence }: Lease,
): Promise<void> {
  await database
    .updateTable("leases")
    .set({ owner: null })
    .where("name", "=", name)
    .where("owner", "=", owner)
    .where("fence", "=", fence)
    .execute();
}
