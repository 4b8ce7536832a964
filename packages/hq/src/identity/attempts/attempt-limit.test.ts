import { describe, expect, test } from "vitest";
import { createAttemptLimiter } from "./attempt-limit.ts";

function limiterAt(start: number) {
  let time = start;
  const limiter = createAttemptLimiter(
    { attempts: 3, windowMs: 1000 },
    { now: () => new Date(time) },
  );
  return { limiter, wait: (ms: number) => void (time += ms) };
}

describe("attempts", () => {
  test("are let through up to their number, each key for itself", () => {
    const { limiter } = limiterAt(0);
    for (let index = 0; index < 3; index += 1) limiter.take("a");
    expect(() => limiter.take("a")).toThrow(expect.objectContaining({ code: "rate_limited" }));
    expect(() => limiter.take("b")).not.toThrow();
  });

  test("come back one by one as each leaves the window, and the wait is told", () => {
    const { limiter, wait } = limiterAt(5000);
    limiter.take("a");
    wait(600);
    limiter.take("a");
    limiter.take("a");
    expect(() => limiter.take("a")).toThrow(
      expect.objectContaining({ details: { retryAfterSeconds: 1 } }),
    );
    wait(400);
    limiter.take("a");
    expect(() => limiter.take("a")).toThrow(/Too many/);
  });

  test("that were given back are not counted, and giving back twice gives one", () => {
    const { limiter } = limiterAt(0);
    const giveBack = limiter.take("a");
    giveBack();
    giveBack();
    for (let index = 0; index < 3; index += 1) limiter.take("a");
    expect(() => limiter.take("a")).toThrow(/Too many/);
  });

  test("do not stop for ever when the clock is set back", () => {
    const { limiter, wait } = limiterAt(100_000);
    for (let index = 0; index < 3; index += 1) limiter.take("a");
    wait(-50_000);
    expect(() => limiter.take("a")).not.toThrow();
  });

  test("of keys long unseen are forgotten before memory fills", () => {
    const { limiter } = limiterAt(0);
    for (let index = 0; index < 3; index += 1) limiter.take("first");
    for (let index = 0; index < 20_000; index += 1) limiter.take(`k${index}`);
    expect(() => limiter.take("first")).not.toThrow();
  });
});
