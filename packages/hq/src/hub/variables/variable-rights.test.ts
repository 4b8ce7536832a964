import { expect, test } from "vitest";
import { startManagedHq } from "../../server/manage-api.fixture.ts";
import { addWorker } from "../workers/fake-worker.fixture.ts";

const MAIN = "/workspaces/main";

/** Ann is a member of the project Shop, and Bob is only a member of the workspace. */
async function openWorld() {
  const hq = await startManagedHq();
  await hq.addPerson("ann", "member");
  await hq.addPerson("bob", "member");
  await hq.addPerson("max", "admin");
  const make = async (path: string, body: object): Promise<string> => {
    const created = await hq.ask("admin", "POST", `${MAIN}${path}`, { body });
    expect(created.status).toBe(201);
    return String(created.body["id"]);
  };
  const shop = await make("/projects", { name: "Shop" });
  const steps = [{ skill: "deploy" }];
  const deploy = await make(`/projects/${shop}/workflows`, { name: "Deploy", steps });
  const users = { body: { users: ["u-ann"] } };
  await hq.ask("admin", "PUT", `${MAIN}/projects/${shop}/members`, users);
  const worker = await addWorker(hq, "Mill");
  const places = {
    workspace: MAIN,
    project: `${MAIN}/projects/${shop}`,
    workflow: `${MAIN}/workflows/${deploy}`,
    worker: `${MAIN}/workers/${worker.id}`,
  };
  for (const place of Object.values(places)) {
    await hq.ask("admin", "PUT", `${place}/variables/GIVEN`, { body: { value: "x" } });
  }
  return { hq, places, shop, deploy };
}

test.for([
  ["bob", { workspace: 403, project: 403, workflow: 403, worker: 403 }],
  ["ann", { workspace: 403, project: 200, workflow: 200, worker: 403 }],
  ["max", { workspace: 200, project: 200, workflow: 200, worker: 202 }],
] as const)(
  "lets %s set and delete variables according to the permission table",
  async ([who, may]) => {
    const { hq, places } = await openWorld();
    for (const [scope, place] of Object.entries(places)) {
      const expected = Object.entries(may).find(([name]) => name === scope)?.[1] ?? 0;
      const put = await hq.ask(who, "PUT", `${place}/variables/ZZ`, { body: { value: "x" } });
      expect([scope, put.status]).toEqual([scope, expected]);
      const deleted = await hq.ask(who, "DELETE", `${place}/variables/GIVEN`);
      expect([scope, deleted.status]).toEqual([scope, expected === 403 ? 403 : 204]);
    }
  },
);

test("shows a project's variables only to its members and admins, on every route", async () => {
  const { hq, places, shop, deploy } = await openWorld();
  const paths = [
    `${places.project}/variables`,
    `${places.workflow}/variables`,
    `${MAIN}/resolved-variables?project=${shop}`,
    `${MAIN}/resolved-variables?workflow=${deploy}`,
  ];
  for (const path of paths) {
    expect([path, (await hq.ask("bob", "GET", path)).status]).toEqual([path, 403]);
    expect([path, (await hq.ask("ann", "GET", path)).status]).toEqual([path, 200]);
    expect([path, (await hq.ask("max", "GET", path)).status]).toEqual([path, 200]);
  }
  expect((await hq.ask("bob", "GET", `${MAIN}/variables`)).status).toBe(200);
  expect((await hq.ask("bob", "GET", `${MAIN}/resolved-variables`)).status).toBe(200);
});

test("requires the scope for a token of a project member", async () => {
  const { hq, places } = await openWorld();
  const put = (who: string, scopes: readonly ("variable:write" | "skill:read")[]) =>
    hq.ask(who, "PUT", `${places.project}/variables/ZZ`, { body: { value: "x" }, scopes });
  expect((await put("ann", ["skill:read"])).status).toBe(403);
  expect((await put("ann", ["variable:write"])).status).toBe(200);
  expect((await put("bob", ["variable:write", "skill:read"])).status).toBe(403);
});

test("denies changes to users who left the project or workspace", async () => {
  const { hq, places } = await openWorld();
  const put = () =>
    hq.ask("ann", "PUT", `${places.workflow}/variables/ZZ`, { body: { value: "x" } });
  expect((await put()).status).toBe(200);
  await hq.ask("admin", "PUT", `${places.project}/members`, { body: { users: [] } });
  expect((await put()).status).toBe(403);
  await hq.ask("admin", "DELETE", `${MAIN}/members/u-ann`);
  expect((await put()).status).toBe(404);
});
