import { expect, test } from "vitest";
import { type ManagedHq, startManagedHq } from "../../server/manage-api.fixture.ts";
import { addWorker, type FakeWorker } from "../workers/fake-worker.fixture.ts";

const MAIN = "/workspaces/main";

async function addProject(hq: ManagedHq, name: string, manifest: object = {}): Promise<string> {
  const created = await hq.ask("admin", "POST", `${MAIN}/projects`, { body: { name, manifest } });
  return String(created.body["id"]);
}

const assign = (hq: ManagedHq, project: string, worker: FakeWorker, more: object = {}) =>
  hq.ask("admin", "PUT", `${MAIN}/projects/${project}/assignments`, {
    body: { worker: worker.id, role: "engineer", ...more },
  });

test("tells an assigned worker to set up the project, again after its requirements change", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  const project = await addProject(hq, "Shop");
  expect((await assign(hq, project, worker, { role: "pm" })).body).toMatchObject({
    assignments: [{ workerId: worker.id, role: "pm" }],
    findings: [],
  });
  expect(await worker.poll()).toMatchObject([
    { kind: "deploy", body: { project: { id: project, name: "Shop" } } },
  ]);
  const manifest = { workDir: "~/shop" };
  await hq.ask("admin", "PUT", `${MAIN}/projects/${project}/manifest`, { body: manifest });
  expect(await worker.poll()).toMatchObject([{ kind: "deploy", body: { project: { manifest } } }]);
  const place = `${MAIN}/projects/${project}/assignments`;
  expect((await hq.ask("admin", "DELETE", `${place}/${worker.id}`)).status).toBe(204);
  expect((await hq.ask("admin", "GET", place)).body).toEqual({ assignments: [] });
  expect((await hq.ask("admin", "DELETE", `${place}/${worker.id}`)).status).toBe(404);
});

test("tells a worker to remove its setup after unassigning or deleting the project", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  const project = await addProject(hq, "Shop");
  const commands = [{ kind: "undeploy", body: { project: { id: project } } }];
  for (const path of [`/assignments/${worker.id}`, ""]) {
    await assign(hq, project, worker);
    expect(await worker.poll()).toMatchObject([{ kind: "deploy" }]);
    const waiting = worker.poll({ wait: 25 });
    const { status } = await hq.ask("admin", "DELETE", `${MAIN}/projects/${project}${path}`);
    expect(status).toBe(204);
    expect(await waiting).toMatchObject(commands);
  }
});

test("reports errors in advance, and overrides them only with a stored reason", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  const [shop, blog] = [
    await addProject(hq, "Shop", { weight: "heavy" }),
    await addProject(hq, "Blog", { weight: "heavy" }),
  ];
  await assign(hq, shop, worker);
  const planned = await hq.ask(
    "admin",
    "GET",
    `${MAIN}/advice?project=${blog}&worker=${worker.id}`,
  );
  expect(planned.body).toMatchObject({
    workers: [{ workerId: worker.id, findings: [{ id: "weight", severity: "error" }, {}] }],
    plan: [[blog], [shop]],
  });
  const refused = await assign(hq, blog, worker);
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: "assignment_refused",
      findings: [{ id: "weight", fix: "Assign them to separate workers." }, {}],
    },
  });
  expect((await assign(hq, blog, worker, { force: true })).status).toBe(422);
  const forced = { force: true, reason: "For a day." };
  expect((await assign(hq, blog, worker, forced)).body).toMatchObject({
    assignments: [{ workerId: worker.id, reason: "For a day." }],
  });
  const audited = await hq.ask("admin", "GET", `${MAIN}/audit`);
  expect(JSON.stringify(audited.body)).toContain("For a day.");
  expect((await hq.ask("admin", "GET", `${MAIN}/advice`)).body).toMatchObject({
    workers: [{ findings: [{ id: "weight" }, { id: "memory" }] }],
  });
});

test("warns about a busy machine without blocking an assignment", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  const busy = { cores: 2, load: [14, 12, 9], memoryTotal: 100, memoryFree: 2, diskFree: 10 };
  await worker.poll({ facts: busy });
  const heavy = await addProject(hq, "Shop", { weight: "heavy" });
  const light = await addProject(hq, "Notes", { weight: "light" });
  expect((await assign(hq, heavy, worker)).status).toBe(200);
  const assigned = await assign(hq, light, worker);
  expect(assigned.status).toBe(200);
  expect(JSON.stringify(assigned.body["findings"])).toContain(
    "Load average over five minutes: 12 on 2 cores",
  );
});

test("shows what each online worker lacks, and which workers are offline", async () => {
  const hq = await startManagedHq();
  const matter = "name: greet\ndisplay_name: Greet\ndescription: Does it.";
  const text = `---\n${matter}\nrequires: { cli_tools: [gh] }\n---\n\nHello.\n`;
  const skill = { name: "greet", files: [{ path: "SKILL.md", text }] };
  await hq.ask("admin", "POST", `${MAIN}/skills`, { body: skill });
  await hq.ask("admin", "PUT", `${MAIN}/variables/A`, { body: { value: "1" } });
  await addWorker(hq, "Hill");
  const worker = await addWorker(hq, "Mill");
  await worker.poll();
  const asking = hq.ask("admin", "GET", `${MAIN}/readiness`);
  const [command] = await worker.poll({ wait: 25 });
  expect(command).toMatchObject({
    kind: "check",
    body: {
      // So that the worker needn't fetch it first.
      skills: [{ name: "greet", version: 1, requires: { cliTools: ["gh"], envVars: [] } }],
      variables: [{ key: "A", value: "1", scope: "workspace" }],
      precedence: "worker-last",
    },
  });
  // The detail contains the whole PATH, which can be long.
  const detail = `It is not on the PATH: ${"/usr/bin:".repeat(200)}`;
  const item = { kind: "cli_tool", name: "gh", status: "missing", detail };
  const skill1 = { name: "greet", version: 1, ready: false };
  const result = { skills: [{ ...skill1, items: [item] }] };
  await worker.ask("POST", `/answers/${command?.id}`, { ok: true, result });
  const shown = { ...skill1, items: [{ ...item, detail: detail.slice(0, 1000) }] };
  const hill = { name: "Hill", state: "offline", problem: "worker_offline", skills: [] };
  expect((await asking).body).toMatchObject({
    skills: [{ name: "greet", version: 1 }],
    workers: [hill, { name: "Mill", state: "online", skills: [shown] }],
  });

  const again = hq.ask("admin", "GET", `${MAIN}/readiness`);
  const [next] = await worker.poll({ wait: 25 });
  await worker.ask("POST", `/answers/${next?.id}`, { ok: true, result: { skills: "none" } });
  expect((await again).body).toMatchObject({
    workers: [hill, { name: "Mill", problem: "source_invalid", skills: [] }],
  });
});
