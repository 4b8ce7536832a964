import type { ServerResponse } from "node:http";
import { CmsError, countOf } from "@loam/cms-core";
import { batch } from "@loam/cms-core/lock";
import { type RawBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import { type ClockOptions, databaseKind, millisecondsNow } from "../db/database-clock.ts";
import type { ControlDatabase } from "../db/database.ts";
import { keptPlan } from "../db/kept-plan.ts";
import { maxEntries } from "./cache-size.ts";
import type { RateLimiter, RateStatus } from "./rate-limiter.ts";
import {
  createSharedWindowLimiter,
  createWindowLimiter,
  type WindowLimit,
} from "./sliding-window.ts";

/** Maximum number of tracked callers. Beyond it, the least recently seen caller starts with a full bucket. */
const MAX_CALLERS = 10_000;

/** Limits callers with a stepped token bucket each, in the memory of this process. */
export function createRateLimiter(
  limit: BucketLimit,
  { now }: { readonly now: () => Date },
): RateLimiter {
  const states = new LRUCache<string, BucketState>(maxEntries(MAX_CALLERS));

  function at(): number {
    return now().getTime();
  }

  return {
    status: (caller) =>
      Promise.resolve(describeBucket(refill(states.peek(caller), limit, at()), limit, at())),
    async take(caller) {
      const nowMs = at();
      const { tokens, steppedAt } = refill(states.get(caller), limit, nowMs);
      const left = { tokens: Math.max(0, tokens - 1), steppedAt };
      states.set(caller, left);
      return tokens === 0 ? undefined : describeBucket(left, limit, nowMs);
    },
    giveBack(caller) {
      const state = refill(states.get(caller), limit, at());
      states.set(caller, { ...state, tokens: Math.min(limit.capacity, state.tokens + 1) });
      return Promise.resolve();
    },
  };
}

/** Returns the status of a bucket for the caller. */
function describeBucket(state: BucketState, limit: BucketLimit, nowMs: number): RateStatus {
  const resetMs = nextStepAt(state, limit);
  return {
    limit: limit.capacity,
    remaining: state.tokens,
    resetSeconds: Math.ceil(resetMs / 1000),
    retryAfterSeconds: Math.max(1, Math.ceil((resetMs - nowMs) / 1000)),
  };
}

/** Returns the rate limit key of an IP address: an IPv6 /64 network counts as one caller (LIM-05). */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("%", 1).join("").split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const after = tail === "" ? [] : tail.split(":");
    while (groups.length + after.length < 8) groups.push("0");
    groups.push(...after);
  }
  return groups.slice(0, 4).join(":");
}

/** Returns the rate limit headers (contracts, section 4) as alternating names and values. */
export function rateHeaders(status: RateStatus | undefined): string[] {
  if (status === undefined) return [];
  const { limit, remaining, resetSeconds } = status;
  return [
    "X-RateLimit-Limit",
    String(limit),
    "X-RateLimit-Remaining",
    String(remaining),
    "X-RateLimit-Reset",
    String(resetSeconds),
  ];
}

/** Sets the rate limit headers of a response that isn't sent yet. */
export function setRateHeaders(response: ServerResponse, status: RateStatus): void {
  const headers = rateHeaders(status);
  for (let at = 0; at + 1 < headers.length; at += 2) {
    response.setHeader(headers[at] ?? "", headers[at + 1] ?? "");
  }
}

/** Usage of one site or IP address. */
interface BucketState {
  /** Whole tokens left. */
  readonly tokens: number;
  /** Milliseconds since 1970 of the last counted step. */
  readonly steppedAt: number;
}

/** A limit: this many requests in a burst, then some more with every step of time. */
export interface BucketLimit {
  readonly capacity: number;
  /** @default 10000 */
  readonly stepMs?: number;
  /** @default a sixth of the capacity */
  readonly tokensAStep?: number;
}

/** Returns a limit that refills completely one minute after the first request. */
export function minuteWindow(capacity: number): BucketLimit {
  return { capacity, stepMs: 60_000, tokensAStep: capacity };
}

const STEP_MS = 10_000;
const STEPS_A_MINUTE = 6;

/** Returns the steps of a limit with defaults applied. */
function stepOf({
  capacity,
  stepMs = STEP_MS,
  tokensAStep = Math.ceil(capacity / STEPS_A_MINUTE),
}: BucketLimit): Required<Omit<BucketLimit, "capacity">> {
  return { stepMs, tokensAStep };
}

/**
 * Computes the bucket at a time; full if it was never used. A stepped bucket allows a burst of exactly its capacity
 * and, for example, 50 of 300 more every ten seconds, so clients that back off for some seconds recover. A fixed minute
 * makes them give up (read API notes, section 7). `rate-counters.ts` implements the same in SQL.
 */
function refill(state: BucketState | undefined, limit: BucketLimit, nowMs: number): BucketState {
  const { capacity } = limit;
  if (state === undefined) return { tokens: capacity, steppedAt: nowMs };
  // If the clock was set back, refilling must not stop until it catches up.
  if (nowMs < state.steppedAt) return { ...state, steppedAt: nowMs };
  const { stepMs, tokensAStep } = stepOf(limit);
  const steps = Math.floor((nowMs - state.steppedAt) / stepMs);
  const tokens = Math.min(capacity, state.tokens + steps * tokensAStep);
  // The first request after a full refill restarts the step.
  return { tokens, steppedAt: tokens === capacity ? nowMs : state.steppedAt + steps * stepMs };
}

/** Returns when the next tokens are added, in milliseconds since 1970. */
function nextStepAt({ steppedAt }: BucketState, limit: BucketLimit): number {
  return steppedAt + stepOf(limit).stepMs;
}

/** Opens the limiter with a name. Limiters with the same name share counts across processes. */
export type OpenRateLimiter = (name: string, limit: BucketLimit | WindowLimit) => RateLimiter;

/**
 * Creates the limiters of this instance: in memory with SQLite, which has one process; with PostgreSQL in rows that all
 * processes share.
 */
export function rateLimiters(
  database: ControlDatabase,
  { now }: ClockOptions = {},
): OpenRateLimiter {
  if (databaseKind(database) !== "postgres") {
    return limitersInMemory({ now: now ?? ((): Date => new Date()) });
  }
  return (name, limit) =>
    "aMinute" in limit
      ? createSharedWindowLimiter(database, name, { limit, now })
      : createSharedRateLimiter(database, name, limit, { now });
}

/** Creates limiters for this process only. */
export function limitersInMemory(clock: { readonly now: () => Date }): OpenRateLimiter {
  return (_name, limit) =>
    "aMinute" in limit ? createWindowLimiter(limit, clock) : createRateLimiter(limit, clock);
}

/** Number of counted callers between two sweeps of obsolete rows. */
const SWEEP_EVERY = 1000;

/**
 * Limits callers across all processes with one locked row each. Concurrent requests of a caller in this process are
 * counted with one statement, because each would wait for the row.
 */
export function createSharedRateLimiter(
  database: ControlDatabase,
  name: string,
  limit: BucketLimit,
  { now }: ClockOptions = {},
): RateLimiter {
  let takenCount = 0;
  const nowMs = (): RawBuilder<number> => millisecondsNow(database, { now });

  /** Deletes full buckets, which are equivalent to missing rows. */
  async function sweep(): Promise<void> {
    const { stepMs, tokensAStep } = stepOf(limit);
    const fullAfterMs = Math.ceil(limit.capacity / tokensAStep) * stepMs;
    await database
      .deleteFrom("rate_counters")
      .where("limiter", "=", name)
      .where("stepped_ms", "<", sql<number>`${nowMs()} - cast(${fullAfterMs} as bigint)`)
      .execute();
  }

  async function take(caller: string, count: number): Promise<readonly (RateStatus | undefined)[]> {
    const sweeps = Math.floor(takenCount / SWEEP_EVERY);
    takenCount += count;
    if (Math.floor(takenCount / SWEEP_EVERY) > sweeps) await sweep();
    const { rows } = await takeSome(limit, { name, caller, count, nowMs: nowMs() }).execute(
      database,
    );
    const [row] = rows;
    return Array.from({ length: count }, (_, index) => {
      // Remaining tokens after the first request, after the second, and so on.
      const tokens = (row?.tokens ?? -1) + count - 1 - index;
      if (tokens < 0) return undefined;
      const at = row?.now_ms ?? 0;
      return describeBucket({ tokens, steppedAt: row?.stepped_ms ?? 0 }, limit, at);
    });
  }

  return {
    take: batch(take),
    async status(caller) {
      const { rows } = await sql<CounterRow>`
        select tokens, stepped_ms, now_ms from (select ${nowMs()} as now_ms) as clock
        left join rate_counters on limiter = ${name} and caller = ${caller}`.execute(database);
      const [row] = rows;
      const at = row?.now_ms ?? 0;
      return describeBucket(refill(toBucketState(row), limit, at), limit, at);
    },
    async giveBack(caller) {
      await sql`
        update rate_counters
        set tokens = case when tokens < 0 then 1 else tokens + 1 end
        where limiter = ${name} and caller = ${caller}
          and tokens < cast(${limit.capacity} as bigint)`.execute(database);
    },
  };
}

interface CounterRow {
  readonly tokens: number | null;
  readonly stepped_ms: number | null;
  readonly now_ms: number;
}

function toBucketState(row: CounterRow | undefined) {
  const { tokens, stepped_ms } = row ?? {};
  if (tokens === null || tokens === undefined) return undefined;
  return { tokens: Math.max(0, tokens), steppedAt: stepped_ms ?? 0 };
}

interface Take {
  readonly name: string;
  readonly caller: string;
  readonly count: number;
  readonly nowMs: RawBuilder<number>;
}

/**
 * `refill` in SQL, minus some tokens. Negative by the number of tokens that were missing. `excluded.stepped_ms` is now.
 */
function takeSome(
  limit: BucketLimit,
  { name, caller, count, nowMs }: Take,
): RawBuilder<CounterRow> {
  const { stepMs, tokensAStep } = stepOf(limit);
  const capacity = sql`cast(${limit.capacity} as bigint)`;
  const left = sql`case when rate_counters.tokens < 0 then 0 else rate_counters.tokens end`;
  const setBack = sql`excluded.stepped_ms < rate_counters.stepped_ms`;
  const steps = sql`(case when ${setBack} then 0
    else (excluded.stepped_ms - rate_counters.stepped_ms) / cast(${stepMs} as bigint) end)`;
  const refilled = sql`(${left} + ${steps} * cast(${tokensAStep} as bigint))`;
  const tokens = sql`(case when ${refilled} >= ${capacity} then ${capacity} else ${refilled} end)`;
  return sql<CounterRow>`${keptPlan()}
    insert into rate_counters (limiter, caller, tokens, stepped_ms)
    values (${name}, ${caller}, ${limit.capacity - count}, ${nowMs})
    on conflict (limiter, caller) do update set
      tokens = ${tokens} - cast(${count} as bigint),
      stepped_ms = case when ${setBack} or ${tokens} = ${capacity} then excluded.stepped_ms
        else rate_counters.stepped_ms + ${steps} * cast(${stepMs} as bigint) end
    returning tokens, stepped_ms, ${nowMs} as now_ms`;
}

/** A counted write to a site. */
export interface TakenWrite {
  /** Uncounts a write that made no commit. */
  giveBack(): Promise<void>;
}

/**
 * Counts a write to a site before it is made. `report` receives the remaining writes, even before a rejection.
 *
 * @throws CmsError `rate_limited`
 */
export type TakeWrite = (siteId: string, report: (rate: RateStatus) => void) => Promise<TakenWrite>;

/** Limits writes per site. */
export interface WriteLimit {
  readonly take: TakeWrite;
  /** Returns how many writes a site has left. */
  readonly status: RateLimiter["status"];
}

/** Counts the writes of each site across all interfaces that write (spec, "Limits"; LIM-01). */
export function limitWrites(writesAMinute: number, openLimiter: OpenRateLimiter): WriteLimit {
  const writes = openLimiter("writes", minuteWindow(writesAMinute));
  const take: TakeWrite = async (siteId, report) => {
    const status = await writes.take(siteId);
    const rate = status ?? (await writes.status(siteId));
    report(rate);
    if (status !== undefined) {
      const giveBack = async (): Promise<void> => {
        await writes.giveBack(siteId);
        report(await writes.status(siteId));
      };
      return { giveBack };
    }
    const { retryAfterSeconds } = rate;
    throw new CmsError(
      "rate_limited",
      `Too many changes to this site. Try again in ${countOf(retryAfterSeconds, "second")}.`,
      { details: { retryAfterSeconds } },
    );
  };
  return { take, status: (siteId) => writes.status(siteId) };
}
