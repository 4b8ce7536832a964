import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { deleteWorkspace } from "../../people/workspaces/workspaces.ts";
import type { ManagedHq } from "../../server/manage-api.fixture.ts";
import { assignWorker } from "../projects/assignments.ts";
import { findProject } from "../projects/projects.ts";
import { addWorker, type FakeWorker } from "../workers/fake-worker.fixture.ts";
import { end, MAIN, openWorld } from "./runs.fixture.ts";

async function addProject(
  hq: ManagedHq,
  worker: FakeWorker,
  manifest: object = {},
): Promise<string> {
  const { database, now } = hq.services.hq;
  const created = await hq.ask("admin", "POST", `${MAIN}/projects`, {
    body: { name: "Shop", manifest },
  });
  const id = String(created.body["id"]);
  const workspace = await hq.ask("admin", "GET", MAIN);
  const place = { workspaceId: String(workspace.body["id"]), id };
  const project = await findProject(database, place);
  await assignWorker(database, { project, workerId: worker.id, role: "engineer" }, { now });
  return id;
}

const startedRun = z.object({ run: z.object({ id: z.string() }) });

/** Polls all queued commands and returns the ids of the runs to start. */
async function takeRuns(worker: FakeWorker): Promise<string[]> {
  const commands = await worker.poll();
  return commands
    .filter(({ kind }) => kind === "run.start")
    .map(({ body }) => startedRun.parse(body).run.id);
}

test("queues a run, sends its variables to the worker, and shows its result", async () => {
  const { hq, worker, get, runOf, start } = await openWorld();
  await hq.ask("admin", "PUT", `${MAIN}/variables/WORD`, { body: { value: "hello" } });
  const id = await start({ variables: { NAME: "you" } });
  expect(await runOf(id)).toMatchObject({ state: "queued", skill: { name: "greet", version: 1 } });

  const [command] = await worker.poll();
  expect(command).toMatchObject({
    sequence: 1,
    kind: "run.start",
    body: {
      run: {
        id,
        skill: { name: "greet", version: 1, commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
        precedence: "worker-last",
        variables: [
          { key: "WORD", value: "hello", scope: "workspace" },
          { key: "NAME", value: "you", scope: "workflow" },
        ],
        limits: { seconds: 3600, outputBytes: 16_777_216 },
      },
    },
  });
  expect(await runOf(id)).toMatchObject({ state: "queued" });
  await worker.poll();
  expect(await runOf(id)).toMatchObject({ state: "dispatched" });
  const own = { ownVariables: ["WORD", "MINE"] };
  expect((await end(worker, id, "running", own)).status).toBe(204);
  expect(await runOf(id)).toMatchObject({ state: "running" });
  expect(await get(`/runs/${id}`)).toMatchObject({
    variables: [{ key: "WORD", value: "hello", scope: "workspace" }, { key: "NAME" }],
    ...own,
  });
  const done = { exitCode: 0, promptHash: "abc", endedAt: "2026-11-20T12:00:01.000Z" };
  hq.time += 2000;
  expect((await end(worker, id, "succeeded", done)).status).toBe(204);
  expect(await runOf(id)).toMatchObject({ state: "succeeded", ...done });
  expect((await end(worker, id, "succeeded")).status).toBe(204);
  expect(await end(worker, id, "failed")).toMatchObject({ status: 409 });
  expect(await get("/runs")).toMatchObject({ runs: [{ id, state: "succeeded" }] });
});

test("keeps a run queued that waits at its worker, in any order of reports", async () => {
  const { hq, worker, runOf, start } = await openWorld();
  const [before, after] = [await start(), await start()];
  expect(await takeRuns(worker)).toEqual([before, after]);
  // Reported before the worker has acknowledged the command.
  expect((await end(worker, before, "waiting")).status).toBe(204);
  await worker.poll();
  expect(await runOf(before)).toMatchObject({ state: "queued", dispatchedAt: expect.any(String) });
  expect(await runOf(after)).toMatchObject({ state: "dispatched" });
  await end(worker, after, "waiting");
  expect(await runOf(after)).toMatchObject({ state: "queued" });
  // It can take long, because the worker can be offline for long.
  for (let sweeps = 0; sweeps < 70; sweeps += 1) await hq.services.hub.sweep();
  expect(await runOf(before)).toMatchObject({ state: "queued" });
  await end(worker, before, "running");
  await end(worker, before, "waiting");
  expect(await runOf(before)).toMatchObject({ state: "running" });
  const cancelled = await hq.ask("admin", "POST", `${MAIN}/runs/${after}/cancel`);
  expect(cancelled.body).toMatchObject({ state: "queued", cancelledAt: expect.any(String) });
  expect(await worker.poll()).toMatchObject([{ kind: "run.cancel", body: { runId: after } }]);
  await end(worker, after, "cancelled");
  expect(await runOf(after)).toMatchObject({ state: "cancelled" });
});

test("shows the missing requirements of a rejected run", async () => {
  const { worker, runOf, start } = await openWorld();
  const id = await start();
  await worker.poll();
  const items = [{ kind: "cli_tool", name: "gh", status: "missing", detail: "Not on the PATH." }];
  await end(worker, id, "refused", { items });
  expect(await runOf(id)).toMatchObject({ state: "refused", items });

  // Too much text in a report doesn't prevent the run from ending.
  const other = await start();
  await worker.poll();
  const many = Array.from({ length: 700 }, () => items).flat();
  expect((await end(worker, other, "refused", { items: many })).status).toBe(204);
  expect(await runOf(other)).toMatchObject({ state: "refused", items: many.slice(0, 500) });
});

test("cancels an unsent run immediately, and a sent one when the worker reports it", async () => {
  const { hq, worker, runOf, start } = await openWorld();
  const first = await start();
  const cancel = (id: string) => hq.ask("admin", "POST", `${MAIN}/runs/${id}/cancel`);
  expect((await cancel(first)).body).toMatchObject({ state: "cancelled" });
  expect(await worker.poll()).toEqual([]);
  expect((await cancel(first)).status).toBe(409);

  const second = await start();
  expect(await takeRuns(worker)).toEqual([second]);
  expect((await cancel(second)).body).toMatchObject({ state: "queued" });
  expect(await worker.poll()).toMatchObject([{ kind: "run.cancel", body: { runId: second } }]);
  await end(worker, second, "cancelled");
  expect(await runOf(second)).toMatchObject({ state: "cancelled" });
});

test("accepts reports and output of a worker's own runs only", async () => {
  const { hq, worker, start } = await openWorld();
  const other = await addWorker(hq, "Hill");
  const id = await start();
  await worker.poll();
  expect((await end(other, id, "succeeded")).status).toBe(404);
  expect((await other.sendLog(id, 0, "x")).status).toBe(404);
  expect((await worker.ask("PUT", `/runs/${id}`, { state: "queued" })).status).toBe(422);
});

test("ends runs of a revoked or long-gone worker", async () => {
  const { hq, worker, runOf, start } = await openWorld();
  const [running, waiting] = [await start(), await start()];
  expect(await takeRuns(worker)).toEqual([running, waiting]);
  await worker.poll();
  await end(worker, running, "running");
  const sweep = async (times: number) => {
    for (let sweeps = 0; sweeps < times; sweeps += 1) await hq.services.hub.sweep();
  };
  // A clock change or a suspended HQ doesn't mean that the worker is gone.
  hq.time += 2 * 60 * 60_000;
  await sweep(60);
  expect(await runOf(running)).toMatchObject({ state: "running" });
  await worker.poll();
  // Contact times are written every second.
  await hq.services.hub.close();
  await sweep(60);
  expect(await runOf(running)).toMatchObject({ state: "running" });
  await sweep(1);
  expect(await runOf(running)).toMatchObject({ state: "lost", endedAt: expect.any(String) });

  const next = await start();
  expect((await hq.ask("admin", "DELETE", `${MAIN}/workers/${worker.id}`)).status).toBe(204);
  expect(await runOf(next)).toMatchObject({
    state: "cancelled",
    reason: "The worker was revoked.",
  });
});

test("runs a workflow step by step with retries until the last step", async () => {
  const { hq, worker, get, runOf } = await openWorld();
  const project = await addProject(hq, worker, { workDir: "~/shop" });
  const { body: workflow } = await hq.ask(
    "admin",
    "POST",
    `${MAIN}/projects/${project}/workflows`,
    {
      body: {
        name: "Day",
        steps: [
          { skill: "greet", inputs: { WORD: "morning" }, onFailure: 1 },
          { skill: "part", onFailure: "continue" },
          { skill: "greet", inputs: { WORD: "night" } },
        ],
      },
    },
  );
  expect((await get("/workflows"))["workflows"]).toMatchObject([{ id: workflow["id"] }]);
  const at = `${MAIN}/workflows/${String(workflow["id"])}`;
  await hq.ask("admin", "PUT", `${at}/variables/WORD`, { body: { value: "day" } });
  const started = await hq.ask("admin", "POST", `${at}/runs`, { body: {} });
  const id = String(started.body["id"]);

  const commands = await worker.poll();
  expect(commands.map(({ kind }) => kind)).toEqual(["deploy", "run.start"]);
  expect(commands[1]?.body).toMatchObject({
    run: {
      projectId: project,
      workDir: "~/shop",
      variables: [{ key: "WORD", value: "morning" }],
      workflowVariables: [{ key: "WORD", value: "day" }],
      following: [
        { skill: { name: "part", version: 1 }, inputs: {} },
        { skill: { name: "greet", version: 1 }, inputs: { WORD: "night" } },
      ],
    },
  });
  const first = startedRun.parse(commands[1]?.body).run.id;
  await end(worker, first, "running");
  expect(await runOf(id)).toMatchObject({ kind: "workflow", state: "running" });
  await end(worker, first, "failed");
  for (const state of ["succeeded", "failed", "succeeded"]) {
    const [command, ...others] = await worker.poll();
    expect(others).toEqual([]);
    expect(command?.body["run"]).not.toHaveProperty("following");
    const { id: next } = startedRun.parse(command?.body).run;
    await end(worker, next, state);
  }
  expect(await get(`/runs/${id}`)).toMatchObject({
    run: { state: "succeeded", workflowId: workflow["id"] },
    steps: [
      { step: 1, attempt: 1, state: "failed", skill: { name: "greet" } },
      { step: 1, attempt: 2, state: "succeeded" },
      { step: 2, attempt: 1, state: "failed", skill: { name: "part" } },
      { step: 3, attempt: 1, state: "succeeded" },
    ],
  });
  expect(await get(`/workflows/${String(workflow["id"])}/runs`)).toMatchObject({
    runs: [{ id, state: "succeeded" }],
  });
  expect(await get("/runs")).toMatchObject({ runs: [{ id }] });
});

test("rejects a workflow with missing requirements before its first step", async () => {
  const { hq, worker, get } = await openWorld();
  const project = await addProject(hq, worker);
  const steps = [{ skill: "greet", onFailure: "continue" }, { skill: "part" }];
  const { body } = await hq.ask("admin", "POST", `${MAIN}/projects/${project}/workflows`, {
    body: { name: "Day", steps },
  });
  const started = await hq.ask("admin", "POST", `${MAIN}/workflows/${String(body["id"])}/runs`, {
    body: {},
  });
  const [step = ""] = await takeRuns(worker);
  const item = { kind: "cli_tool", name: "sed", status: "missing", skill: "part" };
  await end(worker, step, "refused", { items: [item] });
  expect(await worker.poll()).toEqual([]);
  expect(await get(`/runs/${String(started.body["id"])}`)).toMatchObject({
    run: { state: "refused", reason: expect.stringMatching(/no step was started/) },
    steps: [{ step: 1, state: "refused", items: [item] }],
  });
});

test("starts no further step of a canceled workflow", async () => {
  const { hq, worker, runOf } = await openWorld();
  const project = await addProject(hq, worker);
  const steps = [{ skill: "greet" }, { skill: "part" }];
  const { body } = await hq.ask("admin", "POST", `${MAIN}/projects/${project}/workflows`, {
    body: { name: "Day", steps },
  });
  const started = await hq.ask("admin", "POST", `${MAIN}/workflows/${String(body["id"])}/runs`, {
    body: { worker: worker.id },
  });
  const id = String(started.body["id"]);
  const [step = ""] = await takeRuns(worker);
  await hq.ask("admin", "POST", `${MAIN}/runs/${id}/cancel`);
  expect(await worker.poll()).toMatchObject([{ kind: "run.cancel", body: { runId: step } }]);
  await end(worker, step, "succeeded");
  expect(await worker.poll()).toEqual([]);
  expect(await runOf(id)).toMatchObject({ state: "cancelled" });
});

test("runs a project's run only on assigned workers", async () => {
  const { hq, worker } = await openWorld();
  const other = await addWorker(hq, "Hill");
  const project = await addProject(hq, worker);
  const body = { skill: "greet", worker: other.id, project };
  expect((await hq.ask("admin", "POST", `${MAIN}/runs`, { body })).status).toBe(409);
  const unknown = { skill: "nothing", worker: worker.id };
  expect((await hq.ask("admin", "POST", `${MAIN}/runs`, { body: unknown })).status).toBe(404);
});

test("deletes runs and logs after the retention time", async () => {
  const { hq, worker, get, start } = await openWorld();
  const id = await start();
  await worker.poll();
  await worker.sendLog(id, 0, "one\n");
  await end(worker, id, "succeeded");
  hq.time += 89 * 24 * 60 * 60_000;
  await hq.services.hub.sweep();
  expect(await get("/runs")).toMatchObject({ runs: [{ id }] });
  hq.time += 2 * 24 * 60 * 60_000;
  await hq.services.hub.sweep();
  expect(await get("/runs")).toEqual({ runs: [] });
  expect(await hq.services.hub.logs.size(id)).toBe(0);
});

test.each([
  ["before it was asked for", "1970-01-01T00:00:00.000Z", 0],
  ["in the future", "2099-01-01T00:00:00.000Z", 1000],
])(
  "corrects times that a worker reports %s, and keeps the run as long as any",
  async (_, wrong, laterMs) => {
    const { hq, worker, start, runOf, get } = await openWorld();
    const id = await start();
    hq.time += 1000;
    const report = (state: string, at: object) =>
      worker.ask("PUT", `/runs/${id}`, { state, ...at });
    await report("running", { startedAt: wrong });
    await report("succeeded", { endedAt: wrong });
    const expected = new Date(hq.time - 1000 + laterMs).toISOString();
    expect(await runOf(id)).toMatchObject({ startedAt: expected, endedAt: expected });
    hq.time += 89 * 24 * 60 * 60_000;
    await hq.services.hub.sweep();
    expect(await get("/runs")).toMatchObject({ runs: [{ id }] });
  },
);

test("returns the files of a skill to a worker", async () => {
  const { worker } = await openWorld();
  expect((await worker.ask("GET", "/skills/greet?version=1")).body).toMatchObject({
    name: "greet",
    version: 1,
    files: [{ path: "SKILL.md", mode: "100644", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  });
  expect((await worker.ask("GET", "/skills/greet?version=2")).status).toBe(404);
});

test("queues at most two hundred runs per worker", async () => {
  const { hq, worker, start } = await openWorld();
  const first = await start();
  const { database } = hq.services.hq;
  const row = await database.selectFrom("runs").selectAll().executeTakeFirstOrThrow();
  const others = Array.from({ length: 199 }, (_, index) =>
    Object.assign({ ...row }, { id: `${first}${index}` }),
  );
  await database.insertInto("runs").values(others).execute();
  const body = { skill: "greet", worker: worker.id };
  const refused = await hq.ask("admin", "POST", `${MAIN}/runs`, { body });
  expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  await takeRuns(worker);
  await end(worker, first, "succeeded");
  expect((await hq.ask("admin", "POST", `${MAIN}/runs`, { body })).status).toBe(202);
});

test("deletes the files of a deleted workspace", async () => {
  const { hq, worker, start } = await openWorld();
  const id = await start();
  await takeRuns(worker);
  const { hub, hq: instance } = hq.services;
  await hub.logs.append(id, 0, Buffer.from("Hello\n"));
  await hub.sweep();
  expect(await hub.logs.list()).toEqual([id]);
  const { id: workspaceId } = await instance.database
    .selectFrom("workspaces")
    .select("id")
    .where("slug", "=", "main")
    .executeTakeFirstOrThrow();
  expect(readdirSync(instance.paths.skills)).toContain(`${workspaceId}.git`);
  await deleteWorkspace(instance.database, workspaceId);
  await hub.sweep();
  expect(readdirSync(instance.paths.skills)).toEqual([]);
  expect(readdirSync(instance.paths.trash).join()).toContain(`skills-${workspaceId}`);
  expect(await hub.logs.list()).toEqual([]);
});
