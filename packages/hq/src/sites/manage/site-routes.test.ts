import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Answer, type ManagedHq, startManagedHq } from "../../server/manage-api.fixture.ts";

const SITES = "/workspaces/main/sites";

function idOf({ body }: Answer): string {
  return z.object({ id: z.string() }).parse(body).id;
}

async function makeSite(hq: ManagedHq, name = "Blog"): Promise<string> {
  return idOf(await hq.ask("admin", "POST", SITES, { body: { name } }));
}

test("creates, lists, changes, and deletes a site, and keeps its repository in the trash", async () => {
  const hq = await startManagedHq();
  const created = await hq.ask("admin", "POST", SITES, { body: { name: "Blog" } });
  expect(created).toMatchObject({
    status: 201,
    body: { name: "Blog", role: "admin", publishing: false, previewUrl: null },
  });
  const site = `/sites/${idOf(created)}`;
  const changed = await hq.ask("admin", "PATCH", site, {
    body: { previewUrl: "https://example.com/preview", integrationMode: true },
  });
  expect(changed.body).toMatchObject({
    previewUrl: "https://example.com/preview",
    integrationMode: true,
  });
  expect(await hq.ask("admin", "GET", SITES)).toMatchObject({ body: { sites: [changed.body] } });
  expect((await hq.ask("admin", "DELETE", site)).status).toBe(204);
  expect((await hq.ask("admin", "GET", site)).status).toBe(404);
  const { trash, sites } = hq.services.hq.paths;
  expect(readdirSync(trash)).toEqual([expect.stringContaining(idOf(created))]);
  expect(existsSync(join(sites, `${idOf(created)}.git`))).toBe(false);
});

test("rejects a Preview URL that is not HTTP with its field (PRV-04)", async () => {
  const hq = await startManagedHq();
  const site = `/sites/${await makeSite(hq)}`;
  for (const previewUrl of [
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>",
    "vbscript:x",
    "file:///etc/passwd",
    "//example.com/",
    "https://user:secret@example.com/",
    "not an address",
  ]) {
    const answer = await hq.ask("admin", "PATCH", site, { body: { previewUrl } });
    const errors = [{ path: "previewUrl" }];
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid", errors } });
  }
});

test("allows no sites in a workspace without the CMS", async () => {
  const hq = await startManagedHq();
  const site = `/sites/${await makeSite(hq)}`;
  await hq.ask("admin", "PUT", "/workspaces/main/features", { body: { cms: false } });
  for (const answer of [
    await hq.ask("admin", "POST", SITES, { body: { name: "Shop" } }),
    await hq.ask("admin", "GET", site),
  ]) {
    expect(answer).toMatchObject({ status: 403, body: { code: "feature_disabled" } });
  }
  await hq.ask("admin", "PUT", "/workspaces/main/features", { body: { cms: true } });
  expect((await hq.ask("admin", "GET", site)).status).toBe(200);
});

test("allows two sites with the Free plan and five with Starter", async () => {
  const hq = await startManagedHq();
  await makeSite(hq, "One");
  await makeSite(hq, "Two");
  const third = await hq.ask("admin", "POST", SITES, { body: { name: "Three" } });
  expect(third).toMatchObject({ status: 403, body: { code: "quota_exceeded" } });
  await hq.ask("admin", "PUT", "/workspaces/main/plan", { body: { plan: "starter" } });
  expect((await hq.ask("admin", "POST", SITES, { body: { name: "Three" } })).status).toBe(201);
  expect(await hq.ask("admin", "GET", "/workspaces/main/usage")).toMatchObject({
    body: { sites: { used: 3, limit: 5 }, mediaBytes: { used: 0, limit: 10_000_000_000 } },
  });
});

const TEN = Array.from({ length: 10 }, (_, number) => number);

/** Counts the responses by status. */
async function countStatuses(asked: readonly Promise<Answer>[]): Promise<Record<number, number>> {
  const answers = await Promise.all(asked);
  const grouped = Map.groupBy(answers, ({ status }) => status);
  return Object.fromEntries([...grouped].map(([status, some]) => [status, some.length]));
}

test("never exceeds a plan with concurrent requests", async () => {
  const hq = await startManagedHq();
  const created = TEN.map(async (number) =>
    hq.ask("admin", "POST", SITES, { body: { name: `Site ${number}` } }),
  );
  expect(await countStatuses(created)).toEqual({ 201: 2, 403: 8 });
  const { sites } = hq.services.hq.paths;
  expect(readdirSync(sites)).toHaveLength(2);

  await hq.ask("admin", "PUT", "/workspaces/main/plan", { body: { plan: "starter" } });
  const { body } = await hq.ask("admin", "GET", SITES);
  const [{ id }] = z.tuple([z.object({ id: z.string() })], z.unknown()).parse(body["sites"]);
  const copied = TEN.map(async (number) =>
    hq.ask("admin", "POST", `/sites/${id}/duplicate`, { body: { name: `Copy ${number}` } }),
  );
  expect(await countStatuses(copied)).toEqual({ 201: 3, 403: 7 });
  expect(readdirSync(sites)).toHaveLength(5);
});

test("creates one site for concurrent requests with the same name, without leftovers", async () => {
  const hq = await startManagedHq();
  const created = TEN.map(async () => hq.ask("admin", "POST", SITES, { body: { name: "Blog" } }));
  expect(await countStatuses(created)).toEqual({ 201: 1, 409: 9 });
  expect(readdirSync(hq.services.hq.paths.sites)).toHaveLength(1);
});

test("turns on publishing if the workspace has a payment method", async () => {
  const hq = await startManagedHq();
  const publishing = `/sites/${await makeSite(hq)}/publishing`;
  const turnOn = () => hq.ask("admin", "PUT", publishing, { body: { enabled: true } });
  expect(await turnOn()).toMatchObject({ status: 402, body: { code: "payment_method_required" } });
  await hq.ask("admin", "PUT", "/workspaces/main/payment-method", { body: { label: "Card" } });
  expect(await turnOn()).toMatchObject({ status: 200, body: { publishing: true } });
  await hq.ask("admin", "DELETE", "/workspaces/main/payment-method");
  expect(await hq.ask("admin", "GET", publishing.replace("/publishing", ""))).toMatchObject({
    body: { publishing: true },
  });
});

test("needs no payment method on an instance without billing", async () => {
  const hq = await startManagedHq({ LOAM_BILLING: "none" });
  const answer = await hq.ask("admin", "PUT", `/sites/${await makeSite(hq)}/publishing`, {
    body: { enabled: true },
  });
  expect(answer.status).toBe(200);
});

test("shows API keys once, lists them without secrets, and revokes them (KEY-07)", async () => {
  const hq = await startManagedHq();
  const keys = `/sites/${await makeSite(hq)}/keys`;
  const created = await hq.ask("admin", "POST", keys, { body: { name: "Build" } });
  const { key, id } = z.object({ key: z.string(), id: z.string() }).parse(created.body);
  const listed = await hq.ask("admin", "GET", keys);
  expect(JSON.stringify(listed.body)).not.toContain(key.slice(20));
  expect((await hq.ask("admin", "DELETE", `${keys}/${id}`)).status).toBe(204);
  expect((await hq.ask("admin", "DELETE", `${keys}/other`)).status).toBe(404);
  expect(await hq.ask("admin", "GET", keys)).toMatchObject({
    body: { keys: [{ id, revokedAt: expect.any(String) }] },
  });
});

test("regenerates a draft key and later shows only its last characters", async () => {
  const hq = await startManagedHq();
  const path = `/sites/${await makeSite(hq)}/draft-key`;
  expect((await hq.ask("admin", "GET", path)).body).toEqual({ lastFour: null, madeAt: null });
  const first = await hq.ask("admin", "POST", path);
  const second = await hq.ask("admin", "POST", path);
  const shape = z.object({ draftKey: z.string() });
  expect(shape.parse(first.body).draftKey).not.toBe(shape.parse(second.body).draftKey);
  expect(await hq.ask("admin", "GET", path)).toMatchObject({
    body: { lastFour: shape.parse(second.body).draftKey.slice(-4) },
  });
});

test("lets a member write with a grant until it is removed (AUT-24)", async () => {
  const hq = await startManagedHq();
  const site = await makeSite(hq);
  const { userId } = await hq.addPerson("eva", "member");
  const access = `/sites/${site}/access`;
  const roleOf = async () => {
    const { body } = await hq.ask("eva", "GET", `/sites/${site}`);
    return z.object({ role: z.string() }).parse(body).role;
  };
  expect(await roleOf()).toBe("view");
  await hq.ask("admin", "PUT", access, { body: { user: "eva@example.test", role: "edit" } });
  expect(await roleOf()).toBe("edit");
  expect(
    (await hq.ask("eva", "PUT", access, { body: { user: userId, role: "edit" } })).status,
  ).toBe(403);
  const write = { body: { user: userId, role: "write" } };
  for (const [path, asking] of [
    [`${access}/${userId}`, {}],
    [`${access}?user=${userId}`, {}],
    [access, { body: { user: userId } }],
  ] as const) {
    expect((await hq.ask("admin", "DELETE", path, asking)).status).toBe(204);
    expect(await roleOf()).toBe("view");
    await hq.ask("admin", "PUT", access, write);
  }
  expect(await hq.ask("admin", "DELETE", access)).toMatchObject({
    status: 422,
    body: { errors: [{ path: "user" }] },
  });
  const stranger = await hq.addPerson("stranger");
  const refused = await hq.ask("admin", "PUT", access, {
    body: { user: stranger.userId, role: "write" },
  });
  expect(refused.status).toBe(404);
});

test("keeps the last owner and prevents admins from creating owners (AUT-21)", async () => {
  const hq = await startManagedHq();
  const manager = await hq.addPerson("manager", "admin");
  const { body } = await hq.ask("admin", "GET", "/workspaces/main/members");
  const { members } = z
    .object({ members: z.array(z.object({ userId: z.string(), role: z.string() })) })
    .parse(body);
  const owner = members.find(({ role }) => role === "owner")?.userId ?? "";
  const path = "/workspaces/main/members";
  expect(await hq.ask("admin", "DELETE", `${path}/${owner}`)).toMatchObject({
    status: 409,
    body: { code: "last_owner" },
  });
  for (const change of [
    { user: manager.userId, role: "owner" },
    { user: owner, role: "member" },
  ]) {
    expect((await hq.ask("manager", "PUT", path, { body: change })).status).toBe(403);
  }
  const both = await hq.ask("admin", "PUT", path, {
    body: { user: manager.userId, role: "owner" },
  });
  expect(both.status).toBe(200);
  expect((await hq.ask("manager", "DELETE", `${path}/${owner}`)).status).toBe(204);
});

test("accepts a transfer once by an admin of the other workspace and clears access (ZIP-12)", async () => {
  const hq = await startManagedHq();
  const id = await makeSite(hq);
  const eva = await hq.addPerson("eva", "member");
  await hq.ask("admin", "PUT", `/sites/${id}/access`, { body: { user: eva.userId, role: "edit" } });
  const zoe = await hq.addPerson("zoe");
  await hq.addWorkspace("client", zoe);
  await hq.ask("zoe", "POST", "/workspaces/client/sites", { body: { name: "Blog" } });
  const asked = await hq.ask("admin", "POST", `/sites/${id}/transfer`, {
    body: { workspace: "client" },
  });
  const accept = `/sites/${id}/transfers/${idOf(asked)}/accept`;
  expect((await hq.ask("eva", "POST", accept)).status).toBe(404);
  expect(await hq.ask("zoe", "GET", "/workspaces/client/transfers")).toMatchObject({
    body: { transfers: [{ siteId: id, siteName: "Blog" }] },
  });
  const answers = await Promise.all([hq.ask("zoe", "POST", accept), hq.ask("zoe", "POST", accept)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(await hq.ask("zoe", "GET", `/sites/${id}`)).toMatchObject({
    body: { id, name: "Blog (2)", role: "admin" },
  });
  expect((await hq.ask("eva", "GET", `/sites/${id}`)).status).toBe(404);
  expect((await hq.ask("admin", "GET", `/sites/${id}`)).status).toBe(404);
  const { body } = await hq.ask("zoe", "GET", `/sites/${id}/access`);
  expect(body).toMatchObject({ access: [{ email: "zoe@example.test" }] });
});

test("accepts a transfer into a full workspace", async () => {
  const hq = await startManagedHq();
  const id = await makeSite(hq);
  const zoe = await hq.addPerson("zoe");
  await hq.addWorkspace("client", zoe);
  for (const name of ["A", "B"]) {
    await hq.ask("zoe", "POST", "/workspaces/client/sites", { body: { name } });
  }
  const asked = await hq.ask("admin", "POST", `/sites/${id}/transfer`, {
    body: { workspace: "client" },
  });
  const accept = `/sites/${id}/transfers/${idOf(asked)}/accept`;
  expect((await hq.ask("zoe", "POST", accept)).status).toBe(200);
  expect(await hq.ask("zoe", "GET", "/workspaces/client/usage")).toMatchObject({
    body: { sites: { used: 3, limit: 2 } },
  });
});

test("duplicates a site without its keys and exports it as a ZIP", async () => {
  const hq = await startManagedHq();
  const id = await makeSite(hq);
  await hq.ask("admin", "POST", `/sites/${id}/keys`, { body: { name: "Build" } });
  const copy = await hq.ask("admin", "POST", `/sites/${id}/duplicate`, { body: { name: "Copy" } });
  expect(copy).toMatchObject({ status: 201, body: { name: "Copy", publishing: false } });
  expect(await hq.ask("admin", "GET", `/sites/${idOf(copy)}/keys`)).toMatchObject({
    body: { keys: [] },
  });
  const zip = await fetch(`${hq.url}/sites/${id}/export`, { headers: { "x-person": "admin" } });
  const bytes = Buffer.from(await zip.arrayBuffer());
  expect([zip.headers.get("content-type"), bytes.subarray(0, 2).toString()]).toEqual([
    "application/zip",
    "PK",
  ]);
  expect(zip.headers.get("x-export-media-limit")).toBe("209715200");
});
