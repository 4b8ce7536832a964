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
  /** Aborted with a CmsError `conflict` when the lease is lost: the work under it must stop. */
  readonly signal: AbortSignal;
  /** Gives it back; may be called again. */
  release(): Promise<void>;
}

export interface HoldOptions extends ClockOptions {
  /** How long others wait for it when this process dies or cannot reach the database. @default 30000 */
  readonly ttlMs?: number;
  /** @default a third of `ttlMs` */
  readonly renewEveryMs?: number;
  /** The holder's name, for people who look at the table. @default the host, the process and a random part */
  readonly owner?: string;
}

const TTL_MS = 30_000;

/** Takes a lease and keeps it; `undefined` while another has it. */
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
  /** Aborted when nothing is to be renewed any more. */
  readonly ended: AbortSignal;
  /** When the last renewal was asked for, by the monotonic clock. */
  readonly startedMs: number;
  readonly ttlMs: number;
  readonly renewEveryMs: number;
}

/** The end is counted from before a renewal was asked for, so it is never later than the database's. */
async function keepRenewing(renewal: Renewal): Promise<void> {
  const { renew, lose, ended, ttlMs, renewEveryMs } = renewal;
  const expireAt = (startedMs: number): NodeJS.Timeout =>
    setTimeout(lose, startedMs + ttlMs - performance.now()).unref();
  let expiry = expireAt(renewal.startedMs);
  ended.addEventListener("abort", () => clearTimeout(expiry));
  while (await pause(renewEveryMs, ended)) {
    const startedMs = performance.now();
    // Out of reach now may be in reach before the lease expires.
    const renewed = await renew().catch(() => undefined);
    if (ended.aborted) return;
    if (renewed === false) lose();
    if (renewed !== true) continue;
    clearTimeout(expiry);
    expiry = expireAt(startedMs);
  }
}

/** `false` when it ended meanwhile. */
function pause(milliseconds: number, ended: AbortSignal): Promise<boolean> {
  return delay(milliseconds, undefined, { ref: false, signal: ended }).then(
    () => true,
    () => false,
  );
}

export interface WaitOptions extends HoldOptions {
  /** How often it is tried again. @default 250 */
  readonly retryEveryMs?: number;
  /** Ends the waiting with its reason. */
  readonly signal?: AbortSignal;
}

/**
 * Does work as the only one of all processes, once those that have the lease before it have ended.
 */
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

/** The right to be the only one who does something, for a time. */
interface Lease {
  readonly name: string;
  readonly owner: string;
  /**
   * Greater than that of every owner before. What is written under a lease is compared with it where
   * a process that was stopped and woke up late could still write.
   */
  readonly fence: number;
}

interface LeaseOptions extends ClockOptions {
  /** For how long, unless it is renewed. */
  readonly ttlMs: number;
}

/** Takes a lease that nobody has, or whose owner let it expire; `undefined` while somebody has it. */
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

/** Whether somebody has a lease now. */
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

/** Puts off the end of a lease; `false` when it was given back or another has it now. */
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

/** Gives a lease back, so that another need not wait; does nothing when another has it already. */
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
