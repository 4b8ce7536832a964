import { batch } from "@loam/cms-core/lock";
import { type RawBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import { type ClockOptions, millisecondsNow } from "../db/database-clock.ts";
import type { ControlDatabase } from "../db/database.ts";
import { keptPlan } from "../db/kept-plan.ts";
import { maxEntries } from "./cache-size.ts";
import type { RateLimiter, RateStatus } from "./rate-limiter.ts";

/** A limit: at most this many in any 60 seconds. */
export interface WindowLimit {
  readonly aMinute: number;
}

const WINDOW_MS = 60_000;
const STEP_MS = 10_000;
/**
 * A step starts with a request, at least ten seconds after the previous one, so no minute overlaps more than seven
 * steps.
 */
const MAX_STEPS = 7;

/** Allowed requests within ten seconds. They count until one minute after the last of them. */
interface Step {
  startedAt: number;
  lastAt: number;
  count: number;
}

/** Newest last. */
type Steps = readonly Readonly<Step>[];

/** Returns the steps that still count. Setting the clock back never makes a step count for longer. */
function countedSteps(steps: Step[], nowMs: number): Step[] {
  // For most requests, all of them.
  if (steps.every((step) => isCounting(step, nowMs) && step.lastAt <= nowMs)) return steps;
  return steps
    .filter((step) => isCounting(step, nowMs))
    .map(({ startedAt, lastAt, count }) => ({
      startedAt: Math.min(startedAt, nowMs),
      lastAt: Math.min(lastAt, nowMs),
      count,
    }));
}

function isCounting({ lastAt, count }: Step, nowMs: number): boolean {
  return count > 0 && lastAt > nowMs - WINDOW_MS;
}

function describeWindow(steps: Steps, { aMinute }: WindowLimit, nowMs: number): RateStatus {
  const used = steps.reduce((sum, { count }) => sum + count, 0);
  const [oldest] = steps;
  const resetMs = oldest === undefined ? nowMs : oldest.lastAt + WINDOW_MS;
  return {
    limit: aMinute,
    remaining: Math.max(0, aMinute - used),
    resetSeconds: Math.ceil(resetMs / 1000),
    retryAfterSeconds: Math.max(1, Math.ceil((resetMs - nowMs) / 1000)),
  };
}

/** Maximum number of tracked callers. Beyond it, the least recently seen caller starts from zero. */
const MAX_CALLERS = 10_000;

/** Counts in the memory of this process. */
export function createWindowLimiter(
  limit: WindowLimit,
  { now }: { readonly now: () => Date },
): RateLimiter {
  const known = new LRUCache<string, Step[]>(maxEntries(MAX_CALLERS));

  return {
    status(caller) {
      const nowMs = now().getTime();
      return Promise.resolve(
        describeWindow(countedSteps(known.peek(caller) ?? [], nowMs), limit, nowMs),
      );
    },
    take(caller) {
      const nowMs = now().getTime();
      const steps = countedSteps(known.get(caller) ?? [], nowMs);
      const used = steps.reduce((sum, { count }) => sum + count, 0);
      const isLeft = used < limit.aMinute;
      if (isLeft) addOne(steps, nowMs);
      known.set(caller, steps);
      return Promise.resolve(isLeft ? describeWindow(steps, limit, nowMs) : undefined);
    },
    giveBack(caller) {
      const last = known.get(caller)?.at(-1);
      if (last !== undefined && last.count > 0) last.count -= 1;
      return Promise.resolve();
    },
  };
}

function addOne(steps: Step[], nowMs: number): void {
  const last = steps.at(-1);
  if (last !== undefined && nowMs < last.startedAt + STEP_MS) {
    last.count += 1;
    last.lastAt = nowMs;
  } else {
    steps.push({ startedAt: nowMs, lastAt: nowMs, count: 1 });
  }
}

/** Number of counted callers between two sweeps of obsolete rows. */
const SWEEP_EVERY = 1000;

/**
 * Counts across all processes with one locked row per caller. Concurrent requests of a caller in this process are
 * counted with one statement, because each would wait for the row.
 */
export function createSharedWindowLimiter(
  database: ControlDatabase,
  name: string,
  { limit, now }: ClockOptions & { readonly limit: WindowLimit },
): RateLimiter {
  let takenCount = 0;
  const nowMs = (): RawBuilder<number> => millisecondsNow(database, { now });

  async function sweep(): Promise<void> {
    await database
      .deleteFrom("rate_windows")
      .where("limiter", "=", name)
      .where("last_0", "<", sql<number>`${nowMs()} - cast(${WINDOW_MS} as bigint)`)
      .execute();
  }

  async function take(caller: string, count: number): Promise<readonly (RateStatus | undefined)[]> {
    const sweeps = Math.floor(takenCount / SWEEP_EVERY);
    takenCount += count;
    if (Math.floor(takenCount / SWEEP_EVERY) > sweeps) await sweep();
    const asked = { name, caller, count, most: limit.aMinute, nowMs: nowMs() };
    const { rows } = await takeSome(asked).execute(database);
    const [row] = rows;
    if (row === undefined) throw new Error("A limit counted nothing.");
    const at = Number(row["now_ms"]);
    const granted = Number(row["granted"]);
    const status = describeWindow(countedSteps(stepsOf(row), at), limit, at);
    return Array.from({ length: count }, (_, index) =>
      index < granted
        ? { ...status, remaining: status.remaining + granted - 1 - index }
        : undefined,
    );
  }

  return {
    take: batch(take),
    async status(caller) {
      const { rows } = await sql<WindowRow>`
        select rate_windows.*, now_ms from (select ${nowMs()} as now_ms) as clock
        left join rate_windows on limiter = ${name} and caller = ${caller}`.execute(database);
      const [row = {}] = rows;
      const at = Number(row["now_ms"]);
      return describeWindow(countedSteps(stepsOf(row), at), limit, at);
    },
    async giveBack(caller) {
      await sql`
        update rate_windows set count_0 = count_0 - 1
        where limiter = ${name} and caller = ${caller} and count_0 > 0`.execute(database);
    },
  };
}

/** Step 0 is the newest. */
type WindowRow = Readonly<Record<string, unknown>>;

const PLACES = Array.from({ length: MAX_STEPS }, (_, index) => index);

function stepsOf(row: WindowRow): Step[] {
  return PLACES.toReversed().map((place) => ({
    startedAt: Number(place === 0 ? row["started_ms"] : row[`last_${place}`]),
    lastAt: Number(row[`last_${place}`] ?? 0),
    count: Number(row[`count_${place}`] ?? 0),
  }));
}

interface Take {
  readonly name: string;
  readonly caller: string;
  readonly count: number;
  readonly most: number;
  readonly nowMs: RawBuilder<number>;
}

function big(value: number): RawBuilder<number> {
  return sql`cast(${value} as bigint)`;
}

function column(kind: "count" | "last", place: number): RawBuilder<unknown> {
  return sql.ref(`rate_windows.${kind}_${place}`);
}

/** `addOne` for several concurrent requests. `excluded.last_0` is now. */
function takeSome({ name, caller, count, most, nowMs }: Take): RawBuilder<WindowRow> {
  const now = sql`excluded.last_0`;
  const counts = (place: number): RawBuilder<unknown> =>
    sql`(case when ${column("last", place)} > ${now} - ${big(WINDOW_MS)} then ${column("count", place)} else 0 end)`;
  const used = sql`(${sql.join(PLACES.map(counts), sql` + `)})`;
  const left = sql`(case when ${used} >= ${big(most)} then 0 else ${big(most)} - ${used} end)`;
  const granted = sql`(case when ${left} < ${big(count)} then ${left} else ${big(count)} end)`;
  // The last step continues if it still counts and its ten seconds aren't over.
  const isSameStep = sql`(${counts(0)} > 0 and ${now} < (case when rate_windows.started_ms > ${now} then ${now}
    else rate_windows.started_ms end) + ${big(STEP_MS)})`;
  const isSame = sql`(${granted} = 0 or ${isSameStep})`;
  const clamped = (place: number): RawBuilder<unknown> =>
    sql`(case when ${column("last", place)} > ${now} then ${now} else ${column("last", place)} end)`;
  const shifted = PLACES.slice(1).flatMap((place) => [
    sql`${sql.ref(`count_${place}`)} = case when ${isSame} then ${counts(place)} else ${counts(place - 1)} end`,
    sql`${sql.ref(`last_${place}`)} = case when ${isSame} then ${clamped(place)} else ${clamped(place - 1)} end`,
  ]);
  const first = Math.min(count, most);
  return sql<WindowRow>`${keptPlan()}
    insert into rate_windows (limiter, caller, granted, started_ms, last_0, count_0)
    values (${name}, ${caller}, ${first}, ${nowMs}, ${nowMs}, ${first})
    on conflict (limiter, caller) do update set
      granted = ${granted},
      started_ms = case when ${granted} = 0 or ${isSameStep} then
        (case when rate_windows.started_ms > ${now} then ${now} else rate_windows.started_ms end) else ${now} end,
      count_0 = case when ${isSame} then ${counts(0)} + ${granted} else ${granted} end,
      last_0 = case when ${granted} = 0 then ${clamped(0)} else ${now} end,
      ${sql.join(shifted)}
    returning granted, started_ms, ${sql.join(
      PLACES.flatMap((place) => [sql.ref(`count_${place}`), sql.ref(`last_${place}`)]),
    )}, ${nowMs} as now_ms`;
}
