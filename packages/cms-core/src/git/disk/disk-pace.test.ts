import { expect, test } from "vitest";
import { DIRECT, POOLED } from "./durable-file.ts";
import { createDiskPace } from "./maintenance.ts";

test("a fast disk is waited for directly, after it has shown that it is one", () => {
  const pace = createDiskPace();
  const seen = Array.from({ length: 6 }, () => {
    const calls = pace.calls();
    pace.took(1);
    return calls;
  });

  expect(seen).toEqual([POOLED, POOLED, POOLED, POOLED, DIRECT, DIRECT]);
});

test("one slow batch keeps the next sixty-four off the calling thread", () => {
  const pace = createDiskPace();
  for (let batch = 0; batch < 10; batch += 1) pace.took(1);
  pace.took(50);
  let pooled = 0;
  for (; pace.calls() === POOLED; pooled += 1) pace.took(1);

  expect(pooled).toBe(64);
});
