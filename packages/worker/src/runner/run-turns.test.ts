import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { listActiveRuns, readRun } from "../state/runs.ts";
import { openBench, REQUEST, runToEnd } from "./run-bench.fixture.ts";
import { nextRuns, type RunPlace } from "./run-claims.ts";
import { orderOf } from "./run-order.ts";

/** `name@directory` is in progress, `name?directory` waits. */
function place(text: string): RunPlace {
  const [, runId = "", sign, directory = ""] = /^(\w+)([@?])(\w+)$/.exec(text) ?? [];
  return sign === "@"
    ? { runId, directory, wanted: undefined }
    : { runId, directory: undefined, wanted: directory };
}

describe("the next runs", () => {
  test.for([
    [2, "a?x b?y c?z", "a b"],
    [2, "a@x b?y c?z", "b"],
    [2, "a@x b@y c?z", ""],
    [1, "a?x b?y", "a"],
    // One per directory; while a run waits for it, others go first.
    [3, "a@x b?x c?y d?x", "c"],
    [3, "a?x b?x c?y", "a c"],
    [2, "a@x b@y c@z d?w", ""],
  ] as const)("of at most %i: %s", ([limit, places, next]) => {
    expect(nextRuns(places.split(" ").map(place), limit).join(" ")).toBe(next);
  });
});

const WAIT = "touch begun\nuntil [ -e go ]; do sleep 0.01; done";

test("start in request order, two at a time", async () => {
  const bench = await openBench();
  bench.skill(
    [
      "mkdir now; echo $LOAM_RUN >> ../../order",
      "ls -d ../*/now | wc -l >> ../../count",
      "sleep 0.1; rmdir now",
    ].join("\n"),
  );
  const ids: string[] = [];
  for (let run = 0; run < 12; run += 1) ids.push((await bench.runner.startRun(REQUEST)).id);
  const states = ids.map((id) => bench.runner.getRun(id)?.state);
  expect(states.filter((state) => state === "queued").length).toBeGreaterThanOrEqual(8);
  const rows = await Promise.all(ids.map(async (id) => bench.runner.ended(id)));
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["succeeded"]));
  const lines = (name: string): readonly string[] =>
    readFileSync(join(bench.config.projectsFolder, name), "utf8").trim().split("\n");
  expect(lines("count").every((count) => Number(count) <= 2)).toBe(true);
  // The two parallel runs can write in either order.
  const order = lines("order");
  expect(order.length).toBe(12);
  for (const [at, id] of order.entries()) expect(Math.abs(ids.indexOf(id) - at)).toBeLessThan(2);
});

test("move up when a waiting run is canceled", async () => {
  const bench = await openBench({ agent: "shell", concurrentRuns: 1 });
  bench.skill(WAIT);
  const start = async (workDir: string) => bench.runner.startRun({ ...REQUEST, workDir });
  const [first, second, third] = [await start("one"), await start("two"), await start("three")];
  await expect.poll(() => bench.runner.getRun(first.id)?.state).toBe("running");
  expect(await bench.runner.cancelRun(second.id)).toMatchObject({
    state: "cancelled",
    startedAt: null,
  });
  for (const name of ["one", "three"]) {
    await expect
      .poll(() => existsSync(join(bench.config.projectsFolder, name, "begun")))
      .toBe(true);
    writeFileSync(join(bench.config.projectsFolder, name, "go"), "");
  }
  expect(await bench.runner.ended(third.id)).toMatchObject({ state: "succeeded" });
  expect(existsSync(join(bench.config.projectsFolder, "two/begun"))).toBe(false);
});

test("keep their order across a restart of the worker", async () => {
  const bench = await openBench({ agent: "shell", concurrentRuns: 1 });
  bench.skill(WAIT);
  const start = async (workDir: string) => bench.runner.startRun({ ...REQUEST, workDir });
  const first = await start("one");
  await expect.poll(() => bench.runner.getRun(first.id)?.state).toBe("running");
  const waiting = [await start("two"), await start("three")];
  const order = orderOf({ ...REQUEST, workDir: "four" }, "worker-last");
  bench.runner.takeOn(order, "w1");
  await bench.runner.resume();
  await bench.runner.close();
  expect(readRun(bench.state, first.id)).toMatchObject({ state: "lost" });
  const ids = [...waiting.map(({ id }) => id), order.id];
  expect(listActiveRuns(bench.state).map(({ id, state }) => [id, state])).toEqual(
    ids.map((id) => [id, "queued"]),
  );
  const next = bench.open();
  onTestFinished(async () => next.close());
  await next.resume();
  for (const [at, name] of ["two", "three", "four"].entries()) {
    await expect.poll(() => next.getRun(ids[at] ?? "")?.state).toBe("running");
    expect(listActiveRuns(bench.state).map(({ id }) => id)).toEqual(ids.slice(at));
    writeFileSync(join(bench.config.projectsFolder, name, "go"), "");
    expect(await next.ended(ids[at] ?? "")).toMatchObject({ state: "succeeded" });
  }
});

test("count toward one limit across all processes of the worker", async () => {
  const bench = await openBench({ agent: "shell", concurrentRuns: 1 });
  bench.skill(WAIT);
  const other = bench.open();
  onTestFinished(async () => other.close());
  const first = await other.startRun({ ...REQUEST, workDir: "one" });
  await expect.poll(() => other.getRun(first.id)?.state).toBe("running");
  const second = await bench.runner.startRun({ ...REQUEST, workDir: "two" });
  await expect
    .poll(() => bench.runner.getRun(second.id))
    .toMatchObject({
      state: "queued",
      runsBefore: 0,
    });
  writeFileSync(join(bench.config.projectsFolder, "two/go"), "");
  await other.cancelRun(first.id);
  expect(await bench.runner.ended(second.id)).toMatchObject({ state: "succeeded" });
});

test("go first while another waits for HQ", async () => {
  const bench = await openBench({ agent: "shell", concurrentRuns: 1 });
  bench.skill("true");
  let isAway = true;
  const runner = bench.open(async ({ skill: { version } }) => {
    if (version !== null && isAway) throw new CmsError("source_unreachable", "HQ is away.");
  });
  onTestFinished(async () => runner.close());
  const order = { ...orderOf(REQUEST, "worker-last"), skill: { name: "job", version: 3 } };
  runner.takeOn(order, "w1");
  await runner.resume();
  const { row } = await runToEnd({ ...bench, runner });
  expect(row).toMatchObject({ state: "succeeded" });
  expect(runner.getRun(order.id)).toMatchObject({ state: "queued" });
  isAway = false;
  expect(await runner.ended(order.id)).toMatchObject({ state: "succeeded" });
});
