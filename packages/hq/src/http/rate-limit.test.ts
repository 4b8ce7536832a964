import { describe, expect, test } from "vitest";
import { addressKey, createRateLimiter, type RateLimiter } from "./rate-limit.ts";

interface Clock {
  seconds: number;
}

function limiterAt(clock: Clock, capacity = 300): RateLimiter {
  return createRateLimiter({ capacity }, { now: () => new Date(clock.seconds * 1000) });
}

function takeAll(limiter: RateLimiter, caller = "site"): number {
  let taken = 0;
  while (limiter.take(caller) !== undefined) taken += 1;
  return taken;
}

describe("the stepped bucket", () => {
  test("lets exactly 300 through at once and 50 more every ten seconds", () => {
    const clock = { seconds: 1000 };
    const limiter = limiterAt(clock);
    expect(takeAll(limiter)).toBe(300);
    clock.seconds = 1009.999;
    expect(takeAll(limiter)).toBe(0);
    clock.seconds = 1010;
    expect(takeAll(limiter)).toBe(50);
    clock.seconds = 1035;
    expect(takeAll(limiter)).toBe(100);
    clock.seconds = 1039;
    expect(takeAll(limiter)).toBe(0);
    clock.seconds = 1040;
    expect(takeAll(limiter)).toBe(50);
  });

  test("is full again after a minute, and never more than full", () => {
    const clock = { seconds: 0 };
    const limiter = limiterAt(clock);
    takeAll(limiter);
    clock.seconds = 60;
    expect(limiter.status("site").remaining).toBe(300);
    clock.seconds = 100_000;
    expect(takeAll(limiter)).toBe(300);
  });

  test("tells what is left and when more comes", () => {
    const clock = { seconds: 1000 };
    const limiter = limiterAt(clock);
    expect(limiter.take("site")).toEqual({
      limit: 300,
      remaining: 299,
      resetSeconds: 1010,
      retryAfterSeconds: 10,
    });
    takeAll(limiter);
    clock.seconds = 1009.5;
    expect(limiter.status("site")).toMatchObject({ remaining: 0, retryAfterSeconds: 1 });
  });

  test("is not changed by looking", () => {
    const limiter = limiterAt({ seconds: 0 }, 1);
    limiter.status("site");
    expect(limiter.status("site").remaining).toBe(1);
    expect(takeAll(limiter)).toBe(1);
  });

  test("is one for each caller", () => {
    const limiter = limiterAt({ seconds: 0 }, 7);
    expect(takeAll(limiter, "a")).toBe(7);
    expect(takeAll(limiter, "b")).toBe(7);
  });

  test("survives a clock that is set back", () => {
    const clock = { seconds: 1000 };
    const limiter = limiterAt(clock, 6);
    takeAll(limiter);
    clock.seconds = 10; // Nothing yet, but the next step counts from here.
    expect(takeAll(limiter)).toBe(0);
    clock.seconds = 20;
    expect(takeAll(limiter)).toBe(1);
  });

  test("forgets the longest unseen of very many callers", () => {
    const limiter = limiterAt({ seconds: 0 }, 1);
    for (let caller = 0; caller <= 10_000; caller += 1) limiter.take(String(caller));
    expect(limiter.status("0").remaining).toBe(1);
    expect(limiter.status("10000").remaining).toBe(0);
  });
});

describe("an address as it is limited", () => {
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
