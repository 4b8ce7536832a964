import { expect, test } from "vitest";
import { MAIN, openWorld } from "./runs.fixture.ts";

/** Ann is a member of the project Shop, Bob is only a member of the workspace, and Max is an admin. */
async function openProject() {
  const world = await openWorld();
  const { hq, worker } = world;
  await hq.addPerson("ann", "member");
  await hq.addPerson("bob", "member");
  await hq.addPerson("max", "admin");
  const make = async (path: string, body: object): Promise<string> => {
    const created = await hq.ask("admin", "POST", `${MAIN}${path}`, { body });
    expect(created.status).toBe(201);
    return String(created.body["id"]);
  };
  const shop = await make("/projects", { name: "Shop" });
  const steps = [{ skill: "greet" }];
  const deploy = await make(`/projects/${shop}/workflows`, { name: "Deploy", steps });
  const put = async (path: string, body: object): Promise<void> => {
    const { status } = await hq.ask("admin", "PUT", `${MAIN}/projects/${shop}${path}`, { body });
    expect(status).toBeLessThan(300);
  };
  await put("/members", { users: ["u-ann"] });
  await put("/variables/WORD", { value: "for Shop alone" });
  await put("/assignments", { worker: worker.id, role: "engineer" });
  return { ...world, shop, deploy };
}

test.for([
  ["ann", 202],
  ["max", 202],
  ["bob", 403],
] as const)("lets %s start runs of a project in any way: %i", async ([who, status]) => {
  const { hq, worker, shop, deploy } = await openProject();
  const body = { skill: "greet", worker: worker.id, project: shop };
  const skill = await hq.ask(who, "POST", `${MAIN}/runs`, { body });
  const workflow = await hq.ask(who, "POST", `${MAIN}/workflows/${deploy}/runs`, { body: {} });
  expect([skill.status, workflow.status]).toEqual([status, status]);
  const { body: page } = await hq.ask("admin", "GET", `${MAIN}/runs`);
  expect(page["runs"]).toHaveLength(status === 202 ? 2 : 0);
});

test("shows the output of a project's run to its members and admins, who can also cancel it", async () => {
  const { hq, shop, start } = await openProject();
  const id = await start({ project: shop });
  const run = `${MAIN}/runs/${id}`;
  const asBob = { log: false, variables: [] };
  const asAnn = { log: true, variables: [expect.objectContaining({ key: "WORD" })] };
  for (const [who, sees] of [
    ["bob", asBob],
    ["ann", asAnn],
    ["max", asAnn],
  ] as const) {
    const { body } = await hq.ask(who, "GET", run);
    expect([who, body]).toMatchObject([who, { seesLog: sees.log, variables: sees.variables }]);
    const { status } = await hq.ask(who, "GET", `${run}/log/text`);
    expect([who, status]).toEqual([who, sees.log ? 200 : 403]);
  }
  for (const path of ["/log", "/artifacts", "/artifacts/file?path=a"]) {
    expect([path, (await hq.ask("bob", "GET", `${run}${path}`)).status]).toEqual([path, 403]);
  }
  expect((await hq.ask("bob", "POST", `${run}/cancel`)).status).toBe(403);
  expect((await hq.ask("ann", "POST", `${run}/cancel`)).status).toBe(202);
});

test("lets all members access a run without a project, and reports a missing run as not found", async () => {
  const { hq, start } = await openProject();
  const run = `${MAIN}/runs/${await start()}`;
  expect((await hq.ask("bob", "GET", run)).body).toMatchObject({ seesLog: true });
  expect((await hq.ask("bob", "GET", `${run}/log/text`)).status).toBe(200);
  expect((await hq.ask("bob", "POST", `${run}/cancel`)).status).toBe(202);
  expect((await hq.ask("bob", "GET", `${MAIN}/runs/rnone/log/text`)).status).toBe(404);
});
