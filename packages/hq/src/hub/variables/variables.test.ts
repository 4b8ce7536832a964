import { expect, test } from "vitest";
import { type ManagedHq, startManagedHq } from "../../server/manage-api.fixture.ts";
import { addWorker } from "../workers/fake-worker.fixture.ts";

const MAIN = "/workspaces/main";

async function make(hq: ManagedHq, path: string, body: unknown): Promise<string> {
  const created = await hq.ask("admin", "POST", `${MAIN}${path}`, { body });
  expect(created.status).toBe(201);
  return `${MAIN}/${path.split("/").at(-1)}/${String(created.body["id"])}`;
}

async function openWorld(environment: Record<string, string> = {}) {
  const hq = await startManagedHq(environment);
  const project = await make(hq, "/projects", { name: "Shop" });
  const workflow = await make(hq, `${project.slice(MAIN.length)}/workflows`, {
    name: "Deploy",
    steps: [{ skill: "deploy" }],
  });
  const set = async (place: string, key: string, value: string) =>
    hq.ask("admin", "PUT", `${place}/variables/${key}`, { body: { value } });
  return { hq, project, workflow, set };
}

test("resolves variables of workspace, project, and workflow with their scopes", async () => {
  const { hq, project, workflow, set } = await openWorld();
  expect((await set(MAIN, "REGION", "everywhere")).body).toMatchObject({
    key: "REGION",
    scope: "workspace",
    updatedBy: "u-admin",
  });
  await set(MAIN, "OWNER", "us");
  await set(project, "REGION", "north");
  await set(workflow, "REGION", "coast\n\tline");
  const listed = await hq.ask("admin", "GET", `${project}/variables`);
  expect(listed.body).toMatchObject({
    variables: [{ key: "REGION", value: "north", scope: "project" }],
    totalCount: 1,
  });
  const [id = ""] = workflow.split("/").slice(-1);
  const resolved = await hq.ask("admin", "GET", `${MAIN}/resolved-variables?workflow=${id}`);
  expect(resolved.body).toEqual({
    precedence: "worker-last",
    totalCount: 2,
    variables: [
      { key: "OWNER", value: "us", scope: "workspace", shadowed: [] },
      {
        key: "REGION",
        value: "coast\n\tline",
        scope: "workflow",
        shadowed: [
          { value: "north", scope: "project" },
          { value: "everywhere", scope: "workspace" },
        ],
      },
    ],
  });
});

test("has no workspace variables if the workflow takes precedence over the worker", async () => {
  const { hq, project, set } = await openWorld({ LOAM_VARIABLE_PRECEDENCE: "workflow-last" });
  expect(await set(MAIN, "REGION", "x")).toMatchObject({
    status: 409,
    body: { code: "scope_disabled" },
  });
  expect((await set(project, "REGION", "x")).status).toBe(200);
  expect((await hq.ask("admin", "GET", `${MAIN}/resolved-variables`)).body).toMatchObject({
    precedence: "workflow-last",
    variables: [],
  });
});

test("rejects unusable names and values with reasons", async () => {
  const { set } = await openWorld();
  expect((await set(MAIN, "a-b", "x")).status).toBe(422);
  expect((await set(MAIN, "A", "bell \u0007")).status).toBe(422);
  expect((await set(MAIN, "A", "escape \u001b[2J")).status).toBe(422);
  expect((await set(MAIN, "A", "x".repeat(65_537))).status).toBe(413);
  expect((await set(MAIN, "A", "x".repeat(65_536))).status).toBe(200);
});

test("deletes a variable, and all variables of a deleted project", async () => {
  const { hq, project, workflow, set } = await openWorld();
  await set(project, "A", "1");
  expect((await hq.ask("admin", "DELETE", `${project}/variables/A`)).status).toBe(204);
  expect((await hq.ask("admin", "DELETE", `${project}/variables/A`)).status).toBe(404);
  await set(workflow, "B", "1");
  expect((await hq.ask("admin", "DELETE", project)).status).toBe(204);
  expect((await hq.ask("admin", "GET", `${workflow}/variables`)).status).toBe(404);
  const left = await hq.services.hq.database.selectFrom("variables").selectAll().execute();
  expect(left).toEqual([]);
});

test("rejects ids of another workspace", async () => {
  const { hq, project, workflow } = await openWorld();
  const zoe = await hq.addPerson("zoe");
  await hq.addWorkspace("client", zoe);
  for (const place of [project, workflow]) {
    const elsewhere = place.replace("/main/", "/client/");
    expect((await hq.ask("zoe", "GET", elsewhere)).status).toBe(404);
    const value = { body: { value: "x" } };
    expect((await hq.ask("zoe", "PUT", `${elsewhere}/variables/A`, value)).status).toBe(404);
    expect((await hq.ask("zoe", "GET", `${elsewhere}/variables`)).status).toBe(404);
  }
});

test("sends changes of a worker's variables in order until acknowledged", async () => {
  const { hq } = await openWorld();
  const worker = await addWorker(hq, "Mill");
  const place = `${MAIN}/workers/${worker.id}/variables`;
  const put = async (key: string, value: string) =>
    hq.ask("admin", "PUT", `${place}/${key}`, { body: { value } });
  expect((await put("A", "1")).status).toBe(202);
  await put("A", "2");
  await hq.ask("admin", "DELETE", `${place}/B`);
  const poll = { instance: crypto.randomUUID(), acknowledged: 0, wait: 0 };
  const expected = [
    { sequence: 1, kind: "variable.put", body: { key: "A", value: "1" } },
    { sequence: 2, kind: "variable.put", body: { key: "A", value: "2" } },
    { sequence: 3, kind: "variable.delete", body: { key: "B" } },
  ];
  const ask = (acknowledged: number) => worker.ask("POST", "/poll", { ...poll, acknowledged });
  expect((await ask(0)).body).toMatchObject({ commands: expected });
  expect((await ask(0)).body).toMatchObject({ commands: expected });
  expect((await ask(2)).body).toMatchObject({ commands: expected.slice(2) });
  expect((await ask(3)).body).toMatchObject({ commands: [] });

  const facts = { variables: ["A"] };
  await worker.ask("POST", "/poll", { ...poll, acknowledged: 3, facts });
  expect((await hq.ask("admin", "GET", place)).body).toMatchObject({
    variables: [{ key: "A", scope: "worker" }],
    live: false,
  });
});

test("requests values of a worker's variables from the worker, and knows their names", async () => {
  const { hq } = await openWorld();
  const worker = await addWorker(hq, "Mill");
  await worker.poll({ facts: { variables: ["A"] } });
  const place = `${MAIN}/workers/${worker.id}/variables`;
  const asking = hq.ask("admin", "GET", `${place}?values=true`);
  const [asked] = await worker.poll({ wait: 25 });
  expect(asked).toMatchObject({ sequence: null, kind: "variable.list" });
  const result = { variables: [{ key: "A", value: "1", updatedAt: "2026-11-20T09:30:00.000Z" }] };
  await worker.ask("POST", `/answers/${asked?.id ?? ""}`, { ok: true, result });
  expect((await asking).body).toMatchObject({
    variables: [{ key: "A", value: "1", scope: "worker" }],
    live: true,
  });
  hq.time += 60_000;
  expect((await hq.ask("admin", "GET", `${place}?values=true`)).body).toEqual({
    variables: [{ key: "A", scope: "worker" }],
    totalCount: 1,
    live: false,
  });
});

test("ends the long poll of the worker that a command is for", async () => {
  const { hq } = await openWorld();
  const worker = await addWorker(hq, "Mill");
  const place = `${MAIN}/workers/${worker.id}`;
  const waiting = worker.poll({ wait: 25 });
  await expect.poll(async () => (await hq.ask("admin", "GET", place)).body["state"]).toBe("online");
  await hq.ask("admin", "PUT", `${place}/variables/A`, { body: { value: "1" } });
  expect(await waiting).toMatchObject([{ sequence: 1, kind: "variable.put" }]);
});

test("sends everything to a worker that saw higher numbers before a database restore", async () => {
  const { hq } = await openWorld();
  const worker = await addWorker(hq, "Mill");
  const value = { body: { value: "1" } };
  await hq.ask("admin", "PUT", `${MAIN}/workers/${worker.id}/variables/A`, value);
  const poll = { instance: crypto.randomUUID(), acknowledged: 40, wait: 0 };
  expect((await worker.ask("POST", "/poll", poll)).body).toMatchObject({
    commands: [{ sequence: 41, kind: "variable.put" }],
  });
  await hq.ask("admin", "PUT", `${MAIN}/workers/${worker.id}/variables/B`, value);
  expect((await worker.ask("POST", "/poll", { ...poll, acknowledged: 41 })).body).toMatchObject({
    commands: [{ sequence: 42, body: { key: "B" } }],
  });
});
