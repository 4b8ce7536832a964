import { type RawBuilder, sql } from "kysely";
import { createRateLimiter, describeBucket, type RateLimiter } from "../http/rate-limit.ts";
import { type BucketLimit, refill, stepOf } from "../http/stepped-bucket.ts";
import { type ClockOptions, millisecondsNow } from "./database-clock.ts";
import { databaseKind } from "./database-kind.ts";
import type { ControlDatabase } from "./database.ts";

/** Opens the limiter of a name; limiters of one name count together in all processes. */
export type OpenRateLimiter = (name: string, limit: BucketLimit) => RateLimiter;

/**
 * How this instance limits: in memory with SQLite, where there is one process; with PostgreSQL in
 * rows that all processes share.
 */
export function rateLimiters(
  database: ControlDatabase,
  { now }: ClockOptions = {},
): OpenRateLimiter {
  return (name, limit) =>
    databaseKind(database) === "postgres"
      ? createSharedRateLimiter(database, name, limit, { now })
      : createRateLimiter(limit, { now: now ?? (() => new Date()) });
}

/** Callers that are counted between two looks for rows that count no more. */
const SWEEP_EVERY = 1000;

/** Limits callers over all processes: one statement a request, whose row the database locks. */
export function createSharedRateLimiter(
  database: ControlDatabase,
  name: string,
  limit: BucketLimit,
  { now }: ClockOptions = {},
): RateLimiter {
  let taken = 0;
  const nowMs = (): RawBuilder<number> => millisecondsNow(database, { now });

  /** A row that would be full again says no more than none. */
  async function sweep(): Promise<void> {
    const { stepMs, tokensAStep } = stepOf(limit);
    const fullAfterMs = Math.ceil(limit.capacity / tokensAStep) * stepMs;
    await database
      .deleteFrom("rate_counters")
      .where("limiter", "=", name)
      .where("stepped_ms", "<", sql<number>`${nowMs()} - cast(${fullAfterMs} as bigint)`)
      .execute();
  }

  return {
    async status(caller) {
      const { rows } = await sql<CounterRow>`
        select tokens, stepped_ms, now_ms from (select ${nowMs()} as now_ms) as clock
        left join rate_counters on limiter = ${name} and caller = ${caller}`.execute(database);
      const [row] = rows;
      const at = row?.now_ms ?? 0;
      return describeBucket(refill(stateOf(row), limit, at), limit, at);
    },
    async take(caller) {
      taken += 1;
      if (taken % SWEEP_EVERY === 0) await sweep();
      const { rows } = await takeOne(limit, { name, caller, nowMs: nowMs() }).execute(database);
      const [row] = rows;
      const state = stateOf(row);
      if (state === undefined || row?.tokens === -1) return undefined;
      return describeBucket(state, limit, row?.now_ms ?? 0);
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

function stateOf(row: CounterRow | undefined) {
  const { tokens, stepped_ms } = row ?? {};
  if (tokens === null || tokens === undefined) return undefined;
  return { tokens: Math.max(0, tokens), steppedAt: stepped_ms ?? 0 };
}

interface Take {
  readonly name: string;
  readonly caller: string;
  readonly nowMs: RawBuilder<number>;
}

/**
 * The arithmetic of `refill` in SQL, and one token less: -1 where there was none. `excluded.stepped_ms`
 * is now.
 */
function takeOne(limit: BucketLimit, { name, caller, nowMs }: Take): RawBuilder<CounterRow> {
  const { stepMs, tokensAStep } = stepOf(limit);
  const capacity = sql`cast(${limit.capacity} as bigint)`;
  const left = sql`case when rate_counters.tokens < 0 then 0 else rate_counters.tokens end`;
  const setBack = sql`excluded.stepped_ms < rate_counters.stepped_ms`;
  const steps = sql`(case when ${setBack} then 0
    else (excluded.stepped_ms - rate_counters.stepped_ms) / cast(${stepMs} as bigint) end)`;
  const refilled = sql`(${left} + ${steps} * cast(${tokensAStep} as bigint))`;
  const tokens = sql`(case when ${refilled} >= ${capacity} then ${capacity} else ${refilled} end)`;
  return sql<CounterRow>`
    insert into rate_counters (limiter, caller, tokens, stepped_ms)
    values (${name}, ${caller}, ${limit.capacity - 1}, ${nowMs})
    on conflict (limiter, caller) do update set
      tokens = ${tokens} - 1,
      stepped_ms = case when ${setBack} or ${tokens} = ${capacity} then excluded.stepped_ms
        else rate_counters.stepped_ms + ${steps} * cast(${stepMs} as bigint) end
    returning tokens, stepped_ms, ${nowMs} as now_ms`;
}
