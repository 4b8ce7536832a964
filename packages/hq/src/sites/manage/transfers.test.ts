import { expect, test } from "vitest";
import { makePreviewToken, openPreviewToken } from "../../people/access/preview-token.ts";
import { startManagedHq } from "../../server/manage-api.fixture.ts";

test("ends a transfer when its requester loses permission (ZIP-12, AUT-10)", async () => {
  const hq = await startManagedHq();
  const { database, now } = hq.services.hq;
  const created = await hq.ask("admin", "POST", "/workspaces/main/sites", {
    body: { name: "Blog" },
  });
  const site = `/sites/${String(created.body["id"])}`;
  await hq.addWorkspace("client", await hq.addPerson("zoe"));
  const { userId } = await hq.addPerson("manager", "admin");
  const body = { workspace: "client" };
  const offer = await hq.ask("manager", "POST", `${site}/transfer`, { body });
  const accept = `${site}/transfers/${String(offer.body["id"])}/accept`;

  const manager = database.updateTable("users").where("id", "=", userId);
  await manager.set({ disabled_at: now().toISOString() }).execute();
  expect((await hq.ask("zoe", "POST", accept)).status).toBe(404);

  await manager.set({ disabled_at: null }).execute();
  await hq.ask("admin", "DELETE", `/workspaces/main/members/${userId}`);
  expect((await hq.ask("zoe", "POST", accept)).status).toBe(404);
  expect((await hq.ask("admin", "GET", site)).status).toBe(200);
});

test("ends a preview token with a transfer, even without a draft key (PRV-01)", async () => {
  const hq = await startManagedHq();
  const { identity } = hq.services;
  const owner = await hq.addPerson("olga", "owner");
  await hq.addWorkspace("client", owner);
  const created = await hq.ask("olga", "POST", "/workspaces/main/sites", {
    body: { name: "Blog" },
  });
  const siteId = String(created.body["id"]);
  const opens = { entryId: "e1" };
  const previewed = { siteId, opens, userId: owner.userId };
  const { token } = await makePreviewToken(previewed, identity);
  expect(await openPreviewToken(siteId, token, identity)).toEqual(opens);

  const offers = [];
  for (const workspace of ["client", "main"]) {
    const body = { workspace };
    const offer = await hq.ask("olga", "POST", `/sites/${siteId}/transfer`, { body });
    const accept = `/sites/${siteId}/transfers/${String(offer.body["id"])}/accept`;
    offers.push((await hq.ask("olga", "POST", accept)).status);
    expect(await openPreviewToken(siteId, token, identity)).toBeUndefined();
  }
  expect(offers).toEqual([200, 200]);
  const again = await makePreviewToken(previewed, identity);
  expect(await openPreviewToken(siteId, again.token, identity)).toEqual(opens);
});

test("does not reveal whether the target workspace exists", async () => {
  const hq = await startManagedHq();
  const created = await hq.ask("admin", "POST", "/workspaces/main/sites", {
    body: { name: "Blog" },
  });
  const site = `/sites/${String(created.body["id"])}`;
  await hq.addWorkspace("client", await hq.addPerson("zoe"));
  const offered: unknown[] = [];
  for (const workspace of ["client", "nobodys"]) {
    const { status, body } = await hq.ask("admin", "POST", `${site}/transfer`, {
      body: { workspace },
    });
    const listed = await hq.ask("admin", "GET", `${site}/transfers`);
    expect(listed.body).toEqual({ transfers: [body] });
    offered.push([status, { ...body, id: "", workspace: "" }]);
    if (workspace === "client") continue;
    const accept = `${site}/transfers/${String(body["id"])}/accept`;
    expect((await hq.ask("admin", "POST", accept)).status).toBe(404);
  }
  expect(offered[0]).toEqual(offered[1]);
});
