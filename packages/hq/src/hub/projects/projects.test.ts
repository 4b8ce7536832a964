import { expect, test } from "vitest";
import { findWorkspace } from "../../people/workspaces/workspaces.ts";
import { type ManagedHq, startManagedHq } from "../../server/manage-api.fixture.ts";
import { createSite } from "../../sites/manage/create-site.ts";

const PROJECTS = "/workspaces/main/projects";

async function makeSite(hq: ManagedHq, slug: string, name: string): Promise<string> {
  const { id: workspaceId } = await findWorkspace(hq.services.hq.database, slug);
  return (await createSite(hq.services.hq, { name, workspaceId })).id;
}

test("creates a project with a name, at most one site, and requirements", async () => {
  const hq = await startManagedHq();
  const site = await makeSite(hq, "main", "Blog");
  const created = await hq.ask("admin", "POST", PROJECTS, { body: { name: "Shop", site } });
  expect(created.body).toMatchObject({
    name: "Shop",
    siteId: site,
    manifest: { services: [], mcpServers: {}, skills: [], envVars: [] },
  });
  const place = `${PROJECTS}/${String(created.body["id"])}`;
  const manifest = {
    weight: "heavy",
    services: [{ name: "web", ports: [3000, 3001] }],
    mcpServers: { github: { command: "github-mcp", args: ["--stdio"] } },
    skills: ["deploy-shop"],
    envVars: ["SHOP_KEY"],
    workDir: "~/shop",
  };
  expect((await hq.ask("admin", "PUT", `${place}/manifest`, { body: manifest })).status).toBe(200);
  expect((await hq.ask("admin", "GET", `${place}/manifest`)).body).toEqual(manifest);

  const second = await hq.ask("admin", "POST", PROJECTS, { body: { name: "Other", site } });
  expect(second).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect((await hq.ask("admin", "POST", PROJECTS, { body: { name: "Shop" } })).body).toMatchObject({
    code: "name_taken",
  });
  const free = await hq.ask("admin", "PATCH", place, { body: { site: null } });
  expect(free.body).not.toHaveProperty("siteId");
});

test("rejects a site of another workspace", async () => {
  const hq = await startManagedHq();
  await hq.addWorkspace("client", await hq.addPerson("zoe"));
  const site = await makeSite(hq, "client", "Theirs");
  expect((await hq.ask("admin", "POST", PROJECTS, { body: { name: "Shop", site } })).status).toBe(
    404,
  );
});

test("accepts only members of the workspace as project members", async () => {
  const hq = await startManagedHq();
  await hq.addPerson("ann", "member");
  await hq.addPerson("zoe");
  const { body } = await hq.ask("admin", "POST", PROJECTS, { body: { name: "Shop" } });
  const members = `${PROJECTS}/${String(body["id"])}/members`;
  const put = (...users: string[]) => hq.ask("admin", "PUT", members, { body: { users } });
  expect((await put("u-ann", "u-ann")).body).toMatchObject({ members: [{ userId: "u-ann" }] });
  expect((await put("u-zoe")).status).toBe(404);
  await hq.ask("admin", "DELETE", "/workspaces/main/members/u-ann");
  expect((await hq.ask("admin", "GET", members)).body).toEqual({ members: [] });
});

test.for([
  { services: [{ name: "web", ports: [0] }] },
  { services: [{ name: "web", ports: [65_536] }] },
  { workDir: "shop" },
  { workDir: "~/../etc" },
  { mcpServers: { "a b": {} } },
  { skills: ["Deploy"] },
  { envVars: ["a-b"] },
  { weight: "huge" },
  { unknown: true },
])("rejects the manifest %j", async (manifest) => {
  const hq = await startManagedHq();
  const asked = { body: { name: "Shop", manifest } };
  expect((await hq.ask("admin", "POST", PROJECTS, asked)).status).toBe(422);
});

test("keeps the order of steps and their failure rules", async () => {
  const hq = await startManagedHq();
  const { body } = await hq.ask("admin", "POST", PROJECTS, { body: { name: "Shop" } });
  const workflows = `${PROJECTS}/${String(body["id"])}/workflows`;
  const steps = [
    { skill: "build", version: 2, inputs: { TARGET: "web" }, onFailure: 2 },
    { skill: "deploy", inputs: {}, onFailure: "stop" },
  ];
  const created = await hq.ask("admin", "POST", workflows, { body: { name: "Release", steps } });
  expect(created.body).toMatchObject({ name: "Release", steps });
  const place = `/workspaces/main/workflows/${String(created.body["id"])}`;
  const one = [{ skill: "deploy" }];
  expect((await hq.ask("admin", "PATCH", place, { body: { steps: one } })).body).toMatchObject({
    steps: [{ skill: "deploy", inputs: {}, onFailure: "stop" }],
  });
  for (const wrong of [[], [{ skill: "../x" }], [{ skill: "a", onFailure: 11 }]]) {
    const asked = { body: { name: "Wrong", steps: wrong } };
    expect((await hq.ask("admin", "POST", workflows, asked)).status).toBe(422);
  }
  expect((await hq.ask("admin", "GET", workflows)).body).toMatchObject({
    workflows: [{ name: "Release" }],
  });
  expect((await hq.ask("admin", "DELETE", place)).status).toBe(204);
  expect((await hq.ask("admin", "GET", place)).status).toBe(404);
});
