import { expect, test } from "vitest";
import { type ManagedHq, startManagedHq } from "../../server/manage-api.fixture.ts";
import { findWorkspaceByName, requireWorkspace } from "./workspaces.ts";

const CLIENT = "/workspaces/client";

/** Creates an HQ whose member Eva created a workspace. */
async function withClient(): Promise<ManagedHq> {
  const hq = await startManagedHq();
  await hq.addPerson("eva", "member");
  const created = await hq.ask("eva", "POST", "/workspaces", {
    body: { slug: "client", name: "Client" },
  });
  expect(created).toMatchObject({
    status: 201,
    body: { slug: "client", name: "Client", plan: "free", cms: false, role: "owner" },
  });
  return hq;
}

test("makes the creator an owner and shows a workspace to its members only", async () => {
  const hq = await withClient();
  const slugsOf = async (who: string): Promise<unknown> =>
    (await hq.ask(who, "GET", "/workspaces")).body;
  expect(await slugsOf("eva")).toMatchObject({
    workspaces: [
      { slug: "client", role: "owner" },
      { slug: "main", role: "member" },
    ],
  });
  expect(await slugsOf("admin")).toMatchObject({ workspaces: [{ slug: "main", role: "owner" }] });
  expect((await hq.ask("admin", "GET", CLIENT)).status).toBe(404);
  const twice = await hq.ask("eva", "POST", "/workspaces", { body: { slug: "client" } });
  expect(twice.status).toBe(409);
});

test("rejects another workspace's id as a slug and finds a workspace with an id-like slug", async () => {
  const hq = await withClient();
  const { database } = hq.services.hq;
  const { id } = await requireWorkspace(database, "main");
  const taken = await hq.ask("eva", "POST", "/workspaces", { body: { slug: id } });
  expect(taken).toMatchObject({ status: 409, body: { code: "name_taken" } });
  await database.updateTable("workspaces").set({ slug: id }).where("slug", "=", "client").execute();
  expect(await findWorkspaceByName(database, id)).toMatchObject({ slug: "main" });
  expect((await hq.ask("admin", "GET", `/workspaces/${id}`)).body).toMatchObject({ slug: "main" });
});

test("lets an owner rename a workspace and delete it without sites", async () => {
  const hq = await withClient();
  const renamed = await hq.ask("eva", "PATCH", CLIENT, { body: { name: "Shop" } });
  expect(renamed.body).toMatchObject({ slug: "client", name: "Shop" });
  expect((await hq.ask("eva", "GET", CLIENT)).body).toEqual(renamed.body);
  await hq.ask("admin", "PUT", `${CLIENT}/features`, { body: { cms: true } });
  const site = await hq.ask("eva", "POST", `${CLIENT}/sites`, { body: { name: "Blog" } });
  expect(await hq.ask("eva", "DELETE", CLIENT)).toMatchObject({
    status: 409,
    body: { code: "conflict" },
  });
  await hq.ask("eva", "DELETE", `/sites/${String(site.body["id"])}`);
  expect((await hq.ask("eva", "DELETE", CLIENT)).status).toBe(204);
  expect((await hq.ask("eva", "GET", CLIENT)).status).toBe(404);
});

test("lets members read plan and features without changing them", async () => {
  const hq = await withClient();
  expect((await hq.ask("eva", "GET", `${CLIENT}/plan`)).body).toEqual({
    plan: "free",
    sites: 2,
    mediaBytes: 1_000_000_000,
  });
  expect((await hq.ask("eva", "GET", `${CLIENT}/features`)).body).toEqual({ cms: false });
  for (const [path, body] of [
    ["plan", { plan: "enterprise" }],
    ["features", { cms: true }],
  ] as const) {
    expect((await hq.ask("eva", "PUT", `${CLIENT}/${path}`, { body })).status).toBe(403);
  }
  await hq.ask("admin", "PUT", `${CLIENT}/plan`, { body: { plan: "enterprise" } });
  expect((await hq.ask("eva", "GET", `${CLIENT}/plan`)).body).toMatchObject({ sites: null });
});

test("shows a transfer at the site and lets its admins withdraw it", async () => {
  const hq = await withClient();
  const created = await hq.ask("admin", "POST", "/workspaces/main/sites", {
    body: { name: "Blog" },
  });
  const site = `/sites/${String(created.body["id"])}`;
  await hq.ask("admin", "POST", `${site}/transfer`, { body: { workspace: "client" } });
  expect((await hq.ask("eva", "GET", `${site}/transfers`)).body).toMatchObject({
    transfers: [{ siteName: "Blog" }],
  });
  expect((await hq.ask("eva", "DELETE", `${site}/transfer`)).status).toBe(403);
  expect((await hq.ask("admin", "DELETE", `${site}/transfer`)).status).toBe(204);
  for (const path of [`${site}/transfers`, `${CLIENT}/transfers`]) {
    expect((await hq.ask("eva", "GET", path)).body).toEqual({ transfers: [] });
  }
});

test("lists sensitive acts for workspace admins, and all acts for instance admins (AUT-23)", async () => {
  const hq = await withClient();
  await hq.ask("admin", "PUT", "/workspaces/main/payment-method", { body: { label: "Card" } });
  const eventsOf = async (who: string, path: string): Promise<unknown> => {
    const { status, body } = await hq.ask(who, "GET", path);
    return status === 200 ? body : status;
  };
  const payment = { event: "payment-method.changed", outcome: "allowed" };
  expect(await eventsOf("admin", "/workspaces/main/audit")).toMatchObject({ records: [payment] });
  expect(await eventsOf("eva", "/workspaces/main/audit")).toBe(403);
  expect(await eventsOf("admin", "/audit")).toMatchObject({
    records: [payment, { event: "workspace.created" }],
  });
  expect(await eventsOf("eva", "/audit")).toBe(403);
});

test("rejects a name that not every database accepts", async () => {
  const hq = await withClient();
  for (const name of ["a\0b", "a\uD800b"]) {
    expect(await hq.ask("admin", "PATCH", "/workspaces/main", { body: { name } })).toMatchObject({
      status: 422,
      body: { code: "invalid_unicode", errors: [{ path: "name" }] },
    });
  }
});

test("invites unknown users without revealing who has an account", async () => {
  const hq = await startManagedHq();
  await hq.addPerson("sam");
  await hq.addPerson("bob", "member");
  const add = (user: string) =>
    hq.ask("admin", "PUT", "/workspaces/main/members", { body: { user, role: "member" } });
  const [stranger, nobody] = [await add("u-sam"), await add("u-nobody")];
  expect(stranger).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect(nobody.body).toEqual(stranger.body);
  const { body } = await hq.ask("admin", "GET", "/workspaces/main/members");
  expect(JSON.stringify(body)).not.toContain("sam@");
  expect((await add("u-bob")).status).toBe(200);
  // Also by email address, if the user is a member.
  expect((await add(" BOB@example.test")).status).toBe(200);
  expect((await add("sam@example.test")).body).toEqual(stranger.body);
});

test("removes access of a former member and keeps the last owner", async () => {
  const hq = await withClient();
  expect((await hq.ask("eva", "DELETE", "/workspaces/main/membership")).status).toBe(204);
  expect((await hq.ask("eva", "GET", "/workspaces/main")).status).toBe(404);
  expect((await hq.ask("eva", "GET", "/workspaces")).body).toMatchObject({
    workspaces: [{ slug: "client" }],
  });
  const { body } = await hq.ask("admin", "GET", "/workspaces/main/audit");
  expect(body).toMatchObject({ records: [{ event: "member.left" }] });
  expect(await hq.ask("eva", "DELETE", `${CLIENT}/membership`)).toMatchObject({
    status: 409,
    body: { code: "last_owner" },
  });
});
