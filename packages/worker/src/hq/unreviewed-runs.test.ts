import { expect, test } from "vitest";
import { listSecrets, putSecret } from "../secrets/secrets.ts";
import { addRun, readRun } from "../state/runs.ts";
import { openBench, ORDER, WORKER, WORKSPACE } from "./link-bench.fixture.ts";

const AT = new Date("2026-11-20T09:30:00.000Z");
const { id: RUN } = ORDER;
const { reviewed: _reviewed, ...UNMARKED } = ORDER;

async function openWorld({ isKept = true, workspaceId = WORKSPACE } = {}) {
  const bench = await openBench();
  const { hq, state, secrets, skill, start } = bench;
  skill('echo "secret: ${API_KEY:-none}" | rev');
  if (isKept) putSecret(secrets, { key: "API_KEY", workspaceId, value: "hunter2-hunter2", at: AT });
  await start();
  const ended = async (run: object) => {
    hq.queueUp("run.start", { run });
    await expect.poll(() => readRun(state, RUN)?.endedAt).toBeDefined();
    await expect.poll(() => hq.reports.at(-1)?.["state"]).toBe(readRun(state, RUN)?.state);
    return readRun(state, RUN);
  };
  return { ...bench, ended };
}

test.for([
  ["marks as unreviewed", { ...UNMARKED, reviewed: false }],
  ["does not mark as reviewed", UNMARKED],
] as const)("rejects a run that HQ %s if secrets are stored", async ([, run]) => {
  const { hq, ended } = await openWorld();
  expect(await ended(run)).toMatchObject({ state: "refused" });
  expect(hq.reports.at(-1)).toMatchObject({
    state: "refused",
    reason: expect.stringMatching(/job has not been reviewed, and this worker has secrets/),
  });
  expect(hq.log).toBe("");
});

test("rejects it also for another workspace's secret, which it could read from the worker's files", async () => {
  const { ended } = await openWorld({ workspaceId: "other" });
  expect(await ended(UNMARKED)).toMatchObject({ state: "refused" });
});

test("performs an unreviewed run without stored secrets and rejects new ones during it", async () => {
  const { hq, secrets, skill, state, ended } = await openWorld({ isKept: false });
  skill("sleep 3; echo done");
  const end = ended(UNMARKED);
  await expect.poll(() => readRun(state, RUN)?.state).toBe("running");
  const put = (): unknown =>
    putSecret(secrets, { key: "API_KEY", workspaceId: "", value: "hunter2-hunter2", at: AT });
  expect(put).toThrow(/has not been reviewed/);
  expect(await end).toMatchObject({ state: "succeeded" });
  expect(put).not.toThrow();
  expect(hq.log).toContain("done");
});

test("stores no secret if an unreviewed run starts while its value is encrypted", async () => {
  const { state, secrets } = await openBench();
  const seal: typeof secrets.sealer.seal = (...value) => {
    addRun(state, {
      id: RUN,
      state: "queued",
      workerId: WORKER,
      request: JSON.stringify({ ...UNMARKED, projectId: undefined }),
      workspaceId: WORKSPACE,
      items: "[]",
      createdAt: AT.toISOString(),
    });
    return secrets.sealer.seal(...value);
  };
  const slow = { ...secrets, sealer: { ...secrets.sealer, seal } };
  const secret = { key: "API_KEY", workspaceId: "", value: "hunter2-hunter2", at: AT };
  expect(() => putSecret(slow, secret)).toThrow(/has not been reviewed/);
  expect(listSecrets(secrets)).toEqual([]);
});

test("gives a reviewed run its secrets, or any run if HQ needs no review", async () => {
  const first = await openWorld();
  expect(await first.ended(ORDER)).toMatchObject({ state: "succeeded" });
  expect(first.hq.log).toContain("2retnuh-2retnuh");
  const second = await openWorld();
  second.hq.skillReview = "off";
  await expect
    .poll(() => second.state.database.prepare("SELECT skill_review FROM links").get())
    .toEqual({ skill_review: "off" });
  expect(await second.ended(UNMARKED)).toMatchObject({ state: "succeeded" });
  expect(second.hq.log).toContain("2retnuh-2retnuh");
});
