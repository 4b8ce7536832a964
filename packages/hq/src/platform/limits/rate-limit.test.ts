import { array, assert, asyncProperty, integer, nat, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { openTestDatabase, testDatabase, testDatabaseAddress } from "../db/database.fixture.ts";
import {
  addressKey,
  type BucketLimit,
  createRateLimiter,
  createSharedRateLimiter,
  minuteWindow,
  rateLimiters,
} from "./rate-limit.ts";
import type { RateLimiter } from "./rate-limiter.ts";

interface Clock {
  seconds: number;
}

function timeOf(clock: Clock): { readonly now: () => Date } {
  return { now: () => new Date(clock.seconds * 1000) };
}

type Open = (clock: Clock, limit?: BucketLimit) => Promise<RateLimiter>;

const inMemory: Open = (clock, limit = { capacity: 300 }) =>
  Promise.resolve(createRateLimiter(limit, timeOf(clock)));

const shared: Open = async (clock, limit = { capacity: 300 }) =>
  createSharedRateLimiter(await testDatabase(), "reads", limit, timeOf(clock));

async function takeAll(limiter: RateLimiter, caller = "site"): Promise<number> {
  let taken = 0;
  while ((await limiter.take(caller)) !== undefined) taken += 1;
  return taken;
}

describe.each([
  ["in memory", inMemory],
  ["shared by all processes", shared],
] as const)("the stepped bucket %s", (_name, open) => {
  test("allows exactly 300 in a burst and 50 more every ten seconds", async () => {
    const clock = { seconds: 1000 };
    const limiter = await open(clock);
    expect(await takeAll(limiter)).toBe(300);
    clock.seconds = 1009.999;
    expect(await takeAll(limiter)).toBe(0);
    clock.seconds = 1010;
    expect(await takeAll(limiter)).toBe(50);
    clock.seconds = 1035;
    expect(await takeAll(limiter)).toBe(100);
    clock.seconds = 1039;
    expect(await takeAll(limiter)).toBe(0);
    clock.seconds = 1040;
    expect(await takeAll(limiter)).toBe(50);
  });

  test("is full again after a minute and never exceeds its capacity", async () => {
    const clock = { seconds: 0 };
    const limiter = await open(clock);
    await takeAll(limiter);
    clock.seconds = 60;
    expect(await limiter.status("site")).toMatchObject({ remaining: 300 });
    clock.seconds = 100_000;
    expect(await takeAll(limiter)).toBe(300);
  });

  test("reports what is left and when more is added", async () => {
    const clock = { seconds: 1000 };
    const limiter = await open(clock);
    expect(await limiter.take("site")).toEqual({
      limit: 300,
      remaining: 299,
      resetSeconds: 1010,
      retryAfterSeconds: 10,
    });
    await takeAll(limiter);
    clock.seconds = 1009.5;
    expect(await limiter.status("site")).toMatchObject({ remaining: 0, retryAfterSeconds: 1 });
  });

  test("is unchanged by reading its status", async () => {
    const limiter = await open({ seconds: 0 }, { capacity: 1 });
    await limiter.status("site");
    expect(await limiter.status("site")).toMatchObject({ remaining: 1 });
    expect(await takeAll(limiter)).toBe(1);
  });

  test("is separate for each caller", async () => {
    const limiter = await open({ seconds: 0 }, { capacity: 7 });
    expect(await takeAll(limiter, "a")).toBe(7);
    expect(await takeAll(limiter, "b")).toBe(7);
  });

  test("recovers when the clock is set back", async () => {
    const clock = { seconds: 1000 };
    const limiter = await open(clock, { capacity: 6 });
    await takeAll(limiter);
    clock.seconds = 10; // No new tokens yet, but the next step counts from here.
    expect(await takeAll(limiter)).toBe(0);
    clock.seconds = 20;
    expect(await takeAll(limiter)).toBe(1);
  });

  test("of a whole minute allows nothing more until the minute is over", async () => {
    const clock = { seconds: 1000 };
    const limiter = await open(clock, minuteWindow(60));
    expect(await takeAll(limiter)).toBe(60);
    clock.seconds = 1059;
    expect(await limiter.status("site")).toMatchObject({ remaining: 0, retryAfterSeconds: 1 });
    expect(await takeAll(limiter)).toBe(0);
    clock.seconds = 1060;
    expect(await takeAll(limiter)).toBe(60);
  });
});

test("evicts the least recently seen callers from memory", async () => {
  const limiter = await inMemory({ seconds: 0 }, { capacity: 1 });
  for (let caller = 0; caller <= 10_000; caller += 1) await limiter.take(String(caller));
  expect(await limiter.status("0")).toMatchObject({ remaining: 1 });
  expect(await limiter.status("10000")).toMatchObject({ remaining: 0 });
});

describe("a limit shared by processes", () => {
  test("behaves like one in memory, whatever the clock and concurrency", async () => {
    const database = await testDatabase();
    const together = array(nat(5), { maxLength: 3 });
    const step = record({ seconds: integer({ min: -20, max: 45 }), takes: together });
    let name = 0;
    await assert(
      asyncProperty(integer({ min: 1, max: 9 }), array(step), async (capacity, steps) => {
        const clock = { seconds: 1_800_000_000 };
        name += 1;
        const sql = createSharedRateLimiter(database, `${name}`, { capacity }, timeOf(clock));
        const memory = await inMemory(clock, { capacity });
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
      { numRuns: 30 },
    );
  });

  test("is exact with many concurrent requests on several connections", async () => {
    const address = await testDatabaseAddress();
    const limiters = Array.from({ length: 4 }, () =>
      createSharedRateLimiter(openTestDatabase(address), "reads", { capacity: 300 }),
    );
    const taken = await Promise.all(
      Array.from({ length: 400 }, async (_, index) => limiters[index % 4]?.take("site")),
    );
    const remaining = taken.flatMap((status) => (status === undefined ? [] : [status.remaining]));
    expect(remaining.toSorted((a, b) => b - a)).toEqual(
      Array.from({ length: 300 }, (_, index) => 299 - index),
    );
  });

  test("deletes callers that would be full again", async () => {
    const database = await testDatabase();
    const clock = { seconds: 1000 };
    const limiter = createSharedRateLimiter(database, "reads", { capacity: 6 }, timeOf(clock));
    for (let caller = 1; caller <= 998; caller += 1) await limiter.take(String(caller));
    clock.seconds += 61;
    await limiter.take("new");
    await limiter.take("newest");
    const rows = await database.selectFrom("rate_counters").select("caller").execute();
    expect(rows.map(({ caller }) => caller).toSorted()).toEqual(["new", "newest"]);
  });

  test("uses the database's clock by default", async () => {
    const open = rateLimiters(await testDatabase());
    const status = await open("reads", { capacity: 2 }).take("site");
    expect(status).toMatchObject({ limit: 2, remaining: 1, retryAfterSeconds: 10 });
  });
});

describe("the rate limit key of an IP address", () => {
  test.for([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:DB8:1:2::9", "2001:db8:1:2"],
    ["2001:db8::9", "2001:db8:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["::1", "0:0:0:0"],
  ] as const)("%s counts as %s", ([address, key]) => expect(addressKey(address)).toBe(key));
});
