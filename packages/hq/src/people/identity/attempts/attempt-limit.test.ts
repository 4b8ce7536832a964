import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../platform/db/database.fixture.ts";
import { rateLimiters } from "../../../platform/limits/rate-limit.ts";
import { type AttemptLimiter, createAttemptLimiter } from "./attempt-limit.ts";

async function limiterAt(
  start: number,
): Promise<{ limiter: AttemptLimiter; wait: (ms: number) => void }> {
  let time = start;
  const open = rateLimiters(await testDatabase(), { now: () => new Date(time) });
  const window = { capacity: 3, stepMs: 60_000, tokensAStep: 3 };
  return {
    limiter: createAttemptLimiter([open("people.test", window)]),
    wait: (ms) => void (time += ms),
  };
}

describe("attempts", () => {
  test("are allowed up to the limit for each key", async () => {
    const { limiter } = await limiterAt(0);
    for (let index = 0; index < 3; index += 1) await limiter.take("a");
    await expect(limiter.take("a")).rejects.toMatchObject({ code: "rate_limited" });
    await limiter.take("b");
  });

  test("are allowed again some time after the first, and the wait is reported", async () => {
    const { limiter, wait } = await limiterAt(5000);
    await limiter.take("a");
    wait(40_000);
    await limiter.take("a");
    await limiter.take("a");
    await expect(limiter.take("a")).rejects.toMatchObject({ details: { retryAfterSeconds: 20 } });
    wait(20_000);
    await limiter.take("a");
  });

  test("that were given back are not counted, even after a rejection", async () => {
    const { limiter } = await limiterAt(0);
    const giveBack = await limiter.take("a");
    await limiter.take("a");
    await limiter.take("a");
    await expect(limiter.take("a")).rejects.toThrow(/Too many/);
    await giveBack();
    await limiter.take("a");
    await expect(limiter.take("a")).rejects.toThrow(/Too many/);
  });

  test("never exceed the limit, however many are given back", async () => {
    const { limiter } = await limiterAt(0);
    const giveBack = await limiter.take("a");
    for (let index = 0; index < 5; index += 1) await giveBack();
    for (let index = 0; index < 3; index += 1) await limiter.take("a");
    await expect(limiter.take("a")).rejects.toThrow(/Too many/);
  });

  test("are not blocked forever when the clock is set back", async () => {
    const { limiter, wait } = await limiterAt(1_000_000);
    for (let index = 0; index < 3; index += 1) await limiter.take("a");
    wait(-500_000);
    await expect(limiter.take("a")).rejects.toThrow(/Too many/);
    wait(60_000);
    await limiter.take("a");
  });
});
