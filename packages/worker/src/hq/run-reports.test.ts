import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newRunId } from "../runner/run-order.ts";
import { readRun } from "../state/runs.ts";
import { ORDER, openBench, RUN } from "./link-bench.fixture.ts";

test("reports what ended while HQ was down once it is back", async () => {
  const { hq, start, skill, config } = await openBench();
  skill("while [ ! -e go ]; do sleep 0.02; done\necho done");
  hq.queueUp("run.start", { run: { ...ORDER, workDir: "site" } });
  const { worker } = await start();
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("running");
  hq.isAway = true;
  writeFileSync(join(config.projectsFolder, "site/go"), "");
  await expect.poll(() => worker.runner.getRun(RUN)?.state).toBe("succeeded");
  hq.isAway = false;
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("succeeded");
  expect(hq.log).toBe("done\n");
});

test("reports a waiting run, then that it runs, and never runs a canceled one", async () => {
  const { hq, startWith, skill, config, state } = await openBench();
  skill("while [ ! -e go ]; do sleep 0.02; done");
  const [second, third] = [newRunId(), newRunId()];
  hq.queueUp("run.start", { run: { ...ORDER, workDir: "one" } });
  hq.queueUp("run.start", { run: { ...ORDER, id: second, workDir: "two" } });
  hq.queueUp("run.start", { run: { ...ORDER, id: third, workDir: "three" } });
  const first = await startWith({ ...config, concurrentRuns: 1 });
  // Runs are reported independently, so their relative order is undefined.
  const reports = () => Object.fromEntries(hq.reported);
  await expect
    .poll(reports)
    .toEqual({ [RUN]: ["running"], [second]: ["waiting"], [third]: ["waiting"] });
  // Another worker takes over, and has nothing new to report about waiting runs.
  await first.close();
  writeFileSync(join(config.projectsFolder, "two/go"), "");
  hq.queueUp("run.cancel", { runId: third });
  hq.reported.clear();
  const other = await startWith({ ...config, concurrentRuns: 1 });
  await expect.poll(() => readRun(state, second)?.state).toBe("succeeded");
  const ends = { [RUN]: ["lost"], [second]: ["running", "succeeded"], [third]: ["cancelled"] };
  await expect.poll(reports).toEqual(ends);
  await other.close();
  expect(reports()).toEqual(ends);
  expect(readRun(state, third)).toMatchObject({ state: "cancelled" });
  expect(readRun(state, third)).not.toHaveProperty("startedAt");
});

test("repeats a report that was answered by a web page", async () => {
  const { hq, start, skill, config, state } = await openBench();
  skill("while [ ! -e go ]; do sleep 0.02; done\necho done");
  hq.queueUp("run.start", { run: { ...ORDER, workDir: "site" } });
  await start();
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("running");
  hq.proxy = (response) => void response.end("<p>We are back soon.</p>");
  const { asked } = hq;
  writeFileSync(join(config.projectsFolder, "site/go"), "");
  await expect.poll(() => readRun(state, RUN)?.state).toBe("succeeded");
  await expect.poll(() => hq.asked).toBeGreaterThan(asked + 3);
  hq.proxy = undefined;
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("succeeded");
});

test("reports an ended or unknown run when HQ requests its end", async () => {
  const { hq, start, skill } = await openBench();
  skill("true");
  hq.queueUp("run.start", { run: ORDER });
  await start();
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("succeeded");
  hq.reports.splice(0);
  hq.queueUp("run.cancel", { runId: RUN });
  await expect.poll(() => hq.queue).toEqual([]);
  expect(hq.reports).toMatchObject([{ state: "succeeded" }]);
  hq.reports.splice(0);
  hq.queueUp("run.cancel", { runId: newRunId() });
  await expect.poll(() => hq.queue).toEqual([]);
  expect(hq.reports).toMatchObject([
    { state: "lost", reason: "The worker has no record of this run." },
  ]);
});

test("reports the missing requirements of a very demanding skill as far as HQ accepts them", async () => {
  const { hq, config, start } = await openBench();
  const tools = Array.from({ length: 600 }, (_, index) => `no-such-tool-${index}`);
  mkdirSync(join(config.skillsFolder, "job"), { recursive: true });
  const requires = `requires: { cli_tools: [${["sh", ...tools].join(", ")}] }`;
  const matter = `---\nname: job\ndisplay_name: Job\ndescription: Does it.\n${requires}\n---\n`;
  writeFileSync(join(config.skillsFolder, "job/SKILL.md"), matter);
  hq.queueUp("run.start", { run: ORDER });
  await start();
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("refused");
  const items = hq.reports.at(-1)?.["items"];
  expect(items).toHaveLength(500);
  expect(JSON.stringify(items)).not.toContain('"ok"');
});

test("reports after a restart what the previous worker could not", async () => {
  const { hq, start, skill } = await openBench();
  skill("sleep 1000");
  hq.queueUp("run.start", { run: ORDER });
  const first = await start();
  await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe("running");
  await first.close();
  await start();
  await expect.poll(() => hq.reports.at(-1)).toMatchObject({ state: "lost" });
});
