import { array, assert, asyncProperty, integer, nat, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { openTestDatabase, testDatabase, testDatabaseAddress } from "../db/database.fixture.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { createSharedWindowLimiter, createWindowLimiter } from "./sliding-window.ts";

interface Clock {
  seconds: number;
}

function timeOf(clock: Clock): { readonly now: () => Date } {
  return { now: () => new Date(clock.seconds * 1000) };
}

type Open = (clock: Clock, aMinute?: number) => Promise<RateLimiter>;

const inMemory: Open = (clock, aMinute = 300) =>
  Promise.resolve(createWindowLimiter({ aMinute }, timeOf(clock)));

const shared: Open = async (clock, aMinute = 300) =>
  createSharedWindowLimiter(await testDatabase(), "reads", {
    limit: { aMinute },
    ...timeOf(clock),
  });

async function takeAll(limiter: RateLimiter, caller = "site"): Promise<number> {
  let taken = 0;
  while ((await limiter.take(caller)) !== undefined) taken += 1;
  return taken;
}

describe.each([
  ["in memory", inMemory],
  ["shared by all processes", shared],
] as const)("a sliding window %s", (_name, open) => {
  test("allows a full burst, and nothing more within a minute", async () => {
    const clock = { seconds: 1000 };
    const limiter = await open(clock);
    expect(await takeAll(limiter)).toBe(300);
    for (const seconds of [1009, 1010, 1030, 1059.999]) {
      clock.seconds = seconds;
      expect(await takeAll(limiter)).toBe(0);
    }
    clock.seconds = 1060;
    expect(await takeAll(limiter)).toBe(300);
  });

  test("allows as many requests spread over a minute", async () => {
    const clock = { seconds: 1000 };
    const limiter = await open(clock, 60);
    for (let second = 0; second < 60; second += 1) {
      clock.seconds = 1000 + second;
      expect(await limiter.take("site")).toMatchObject({ remaining: 59 - second });
    }
    expect(await limiter.take("site")).toBeUndefined();
  });

  test("reports what is left and when more is allowed", async () => {
    const clock = { seconds: 1000 };
    const limiter = await open(clock);
    const fresh = { limit: 300, remaining: 300, resetSeconds: 1000, retryAfterSeconds: 1 };
    expect(await limiter.status("site")).toEqual(fresh);
    const reset = { limit: 300, resetSeconds: 1060, retryAfterSeconds: 60 };
    expect(await limiter.take("site")).toEqual({ ...reset, remaining: 299 });
    clock.seconds = 1030;
    await takeAll(limiter);
    expect(await limiter.status("site")).toEqual({
      ...reset,
      remaining: 0,
      retryAfterSeconds: 30,
    });
    clock.seconds = 1060;
    expect(await limiter.status("site")).toMatchObject({ remaining: 1, resetSeconds: 1090 });
  });

  test("returns uncounted requests", async () => {
    const limiter = await open({ seconds: 1000 }, 2);
    await takeAll(limiter);
    await limiter.giveBack("site");
    expect(await takeAll(limiter)).toBe(1);
    expect(await takeAll(limiter, "other")).toBe(2);
    await limiter.giveBack("nobody");
    expect(await takeAll(limiter, "nobody")).toBe(2);
  });

  test("recovers when the clock is set back", async () => {
    const clock = { seconds: 1000 };
    const limiter = await open(clock, 6);
    await takeAll(limiter);
    clock.seconds = 10;
    expect(await takeAll(limiter)).toBe(0);
    clock.seconds = 71;
    expect(await takeAll(limiter)).toBe(6);
  });
});

describe("any request pattern", () => {
  test("stays below the limit in every minute, and waiting as told always succeeds", async () => {
    const step = record({ pauseMs: integer({ min: 0, max: 20_000 }), count: nat(5) });
    await assert(
      asyncProperty(integer({ min: 1, max: 9 }), array(step), async (aMinute, steps) => {
        let ms = 1_800_000_000_000;
        const limiter = createWindowLimiter({ aMinute }, { now: () => new Date(ms) });
        const answered: number[] = [];
        for (const { pauseMs, count } of steps) {
          ms += pauseMs;
          for (let asked = 0; asked < count; asked += 1) {
            let taken = await limiter.take("a");
            if (taken === undefined) {
              ms += (await limiter.status("a")).retryAfterSeconds * 1000;
              taken = await limiter.take("a");
            }
            expect(taken).toBeDefined();
            answered.push(ms);
            const within = answered.filter((at) => at > ms - 60_000);
            expect(within.length).toBeLessThanOrEqual(aMinute);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("a window shared by processes", () => {
  test("behaves like one in memory, whatever the clock and concurrency", async () => {
    const database = await testDatabase();
    const together = array(nat(5), { maxLength: 3 });
    const step = record({ seconds: integer({ min: -20, max: 45 }), takes: together });
    let name = 0;
    await assert(
      asyncProperty(integer({ min: 1, max: 9 }), array(step), async (aMinute, steps) => {
        const clock = { seconds: 1_800_000_000 };
        name += 1;
        const limit = { limit: { aMinute }, ...timeOf(clock) };
        const sql = createSharedWindowLimiter(database, `${name}`, limit);
        const memory = await inMemory(clock, aMinute);
        for (const { seconds, takes } of steps) {
          clock.seconds += seconds;
          for (const count of takes) {
            const takeFrom = (limiter: RateLimiter) =>
              Promise.all(Array.from({ length: count }, async () => limiter.take("a")));
            expect(await takeFrom(sql)).toEqual(await takeFrom(memory));
          }
          expect(await sql.status("a")).toEqual(await memory.status("a"));
        }
      }),
      { numRuns: 60 },
    );
  });

  test("is exact with many concurrent requests on several connections", async () => {
    const address = await testDatabaseAddress();
    const limiters = Array.from({ length: 4 }, () =>
      createSharedWindowLimiter(openTestDatabase(address), "reads", { limit: { aMinute: 300 } }),
    );
    const taken = await Promise.all(
      Array.from({ length: 400 }, async (_, index) => limiters[index % 4]?.take("site")),
    );
    const remaining = taken.flatMap((status) => (status === undefined ? [] : [status.remaining]));
    expect(remaining.toSorted((a, b) => b - a)).toEqual(
      Array.from({ length: 300 }, (_, index) => 299 - index),
    );
  });

  test("deletes callers without counted requests", async () => {
    const database = await testDatabase();
    const clock = { seconds: 1000 };
    const limit = { limit: { aMinute: 6 }, ...timeOf(clock) };
    const limiter = createSharedWindowLimiter(database, "reads", limit);
    for (let caller = 1; caller <= 998; caller += 1) await limiter.take(String(caller));
    clock.seconds += 61;
    await limiter.take("new");
    await limiter.take("newest");
    const rows = await database.selectFrom("rate_windows").select("caller").execute();
    expect(rows.map(({ caller }) => caller).toSorted()).toEqual(["new", "newest"]);
  });
});
