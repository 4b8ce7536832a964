import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("work begins when all before it has ended, also after a failure", async () => {
  const turns = createTurns();
  const told: string[] = [];
  const first = Promise.withResolvers<void>();
  const failing = turns.take(async () => {
    told.push("first");
    await first.promise;
    throw new Error("broken");
  });
  const second = turns.take(async () => Promise.resolve(told.push("second")));
  await Promise.resolve();
  first.resolve();
  await expect(failing).rejects.toThrow("broken");
  expect(await second).toBe(2);
  expect(told).toEqual(["first", "second"]);
});

test("who asks before shared work has begun gets its result, who asks later another one", async () => {
  const turns = createTurns();
  const runs: PromiseWithResolvers<number>[] = [];
  const ask = turns.share(async () => {
    const run = Promise.withResolvers<number>();
    runs.push(run);
    return run.promise;
  });
  const [first, second] = [ask(), ask()];
  await Promise.resolve();
  const later = ask();
  runs[0]?.resolve(1);
  expect(await Promise.all([first, second])).toEqual([1, 1]);
  await Promise.resolve();
  runs[1]?.resolve(2);
  expect(await later).toBe(2);
  expect(runs).toHaveLength(2);
});
