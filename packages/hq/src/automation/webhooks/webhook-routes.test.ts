import { describe, expect, test } from "vitest";
import { answerWith } from "../../../../../tests/support/hq/webhook-receiver.ts";
import { createWorkspace } from "../../people/workspaces/workspaces.ts";
import { acceptTransfer, requestTransfer } from "../../sites/manage/transfers.ts";
import { webhookRoutes } from "./webhook-routes.ts";
import { startHookedSite } from "./webhooks.fixture.ts";

const URL = "https://hooks.example.com/cms";

describe("webhooks over HTTP", () => {
  test("are created, listed, changed, and deleted, and show their secret once", async () => {
    const { hq } = await startHookedSite();
    const created = await hq.ask("POST", "/webhooks", { body: { url: URL } });
    expect(created).toMatchObject({
      status: 201,
      body: { url: URL, events: [], sign: true, coalesce: false, enabled: true },
    });
    const { secret, id, ...shown } = created.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await hq.ask("GET", "/webhooks")).body).toEqual({ webhooks: [{ id, ...shown }] });
    const one = await hq.ask("GET", `/webhooks/${String(id)}`);
    expect(one.body).toEqual({ id, ...shown, deliveries: 0, failedDeliveries: 0 });
    const change = {
      name: "Rebuild",
      url: `${URL}/2`,
      events: ["entry.published"],
      sign: false,
      enabled: false,
    };
    const changed = await hq.ask("PATCH", `/webhooks/${String(id)}`, { body: change });
    const by = { disabledReason: "by-hand", disabledBy: "u-admin" };
    expect(changed.body).toMatchObject({ ...change, ...by });
    const again = { enabled: true, name: "" };
    const enabled = await hq.ask("PATCH", `/webhooks/${String(id)}`, { body: again });
    expect(Object.keys(enabled.body)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^disabled|^name$/)]),
    );
    expect((await hq.ask("DELETE", `/webhooks/${String(id)}`)).status).toBe(204);
    expect((await hq.ask("GET", `/webhooks/${String(id)}`)).body).toMatchObject({
      code: "not_found",
    });
  });

  test("store their secrets sealed", async () => {
    const { hq, addWebhook } = await startHookedSite();
    const { id, secret } = await addWebhook(URL);
    await hq.ask("POST", `/webhooks/${id}/rotate-secret`);
    const [row] = await hq.services.hq.database.selectFrom("webhooks").selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(secret.slice("whsec_".length));
    expect([row?.secret, row?.previous_secret]).toEqual([
      expect.stringMatching(/^s1\./),
      expect.stringMatching(/^s1\./),
    ]);
  });

  test("require an admin with a recent session or a token with the scope", async () => {
    const { hq, addWebhook } = await startHookedSite();
    const { id } = await addWebhook(URL);
    const routes = [
      ["GET", ""],
      ["POST", ""],
      ["GET", `/${id}`],
      ["PATCH", `/${id}`],
      ["POST", `/${id}/test`],
      ["POST", `/${id}/rotate-secret`],
      ["GET", `/${id}/deliveries`],
      ["GET", `/${id}/deliveries/x`],
      ["POST", `/${id}/deliveries/x/redeliver`],
      ["POST", `/${id}/redeliver`],
      ["DELETE", `/${id}`],
    ] as const;
    for (const [method, path] of routes) {
      for (const as of ["editor", "writer", "viewer"] as const) {
        const { status } = await hq.ask(method, `/webhooks${path}`, { as });
        expect([method, path, as, status]).toEqual([method, path, as, 403]);
      }
      const stranger = await hq.ask(method, `/webhooks${path}`, { as: "stranger" });
      expect(stranger.status).toBe(404);
      const token = await hq.ask(method, `/webhooks${path}`, { scopes: ["content:write"] });
      expect(token.status).toBe(403);
    }
    const listed = await hq.ask("GET", "/webhooks", { scopes: ["site:admin"] });
    expect(listed).toMatchObject({ status: 200, body: { webhooks: [{ id }] } });
    const sensitive = webhookRoutes(hq.services).filter((route) => route.sensitive !== false);
    expect(sensitive.map((route) => [route.id, route.sensitive])).toEqual([
      ["createWebhook", true],
      ["updateWebhook", "at-times"],
      ["rotateWebhookSecret", true],
    ]);
  });

  test.for<[string, object, string, string]>([
    ["a private address", { url: "https://10.0.0.1/" }, "target_refused", "url"],
    ["plain http", { url: "http://hooks.example.com/" }, "target_refused", "url"],
    ["an unknown key", { url: URL, secret: "mine" }, "invalid", "secret"],
    ["no address", {}, "invalid", "url"],
  ])("reject %s and name it", async ([, body, code, path]) => {
    const { hq, addWebhook } = await startHookedSite({});
    const refused = await hq.ask("POST", "/webhooks", { body });
    expect(refused).toMatchObject({ status: 422, body: { code, errors: [{ path }] } });
    const { id } = await addWebhook(URL);
    if (!("url" in body)) return;
    const changed = await hq.ask("PATCH", `/webhooks/${id}`, { body });
    expect(changed).toMatchObject({ status: 422, body: { code } });
  });

  test("are limited to 50 per site", async () => {
    const { hq, addWebhook } = await startHookedSite();
    for (let count = 0; count < 50; count += 1) await addWebhook(`${URL}/${count}`);
    const { body } = await hq.ask("POST", "/webhooks", { body: { url: URL } });
    expect(body).toMatchObject({ code: "conflict", status: 409 });
  });

  test("list their deliveries in pages, newest first", async () => {
    const site = await startHookedSite();
    const { id } = await site.addWebhook(URL);
    const ids = await site.post("a", "b", "c", "d", "e");
    for (const entry of ids) {
      site.hq.time += 1000;
      await site.publish(entry);
    }
    const slugs: unknown[] = [];
    let cursor: unknown = "";
    do {
      const after = typeof cursor === "string" && cursor !== "" ? `&cursor=${cursor}` : "";
      const { body } = await site.hq.ask("GET", `/webhooks/${id}/deliveries?limit=2${after}`);
      const page = Array.isArray(body["deliveries"]) ? body["deliveries"] : [];
      slugs.push(page.map(({ entrySlug }) => entrySlug));
      cursor = body["cursor"];
    } while (cursor !== undefined);
    expect(slugs).toEqual([["e", "d"], ["c", "b"], ["a"]]);
    const wrong = await site.hq.ask("GET", `/webhooks/${id}/deliveries?cursor=nonsense`);
    expect(wrong.body).toMatchObject({ code: "invalid_cursor" });
  });
});

test("WHK-13: are disabled by a transfer of the site, including retries", async () => {
  const site = await startHookedSite();
  const receiver = await site.receiver(answerWith(500));
  const { id } = await site.addWebhook(receiver.url);
  const [entry = ""] = await site.post("a");
  await site.publish(entry);
  await site.deliver();
  const { hq } = site.hq.services;
  await createWorkspace(hq.database, { slug: "other", ownerId: "u-stranger" });
  const by = {
    userId: "u-stranger",
    email: "stranger@example.test",
    name: "stranger",
    instanceAdmin: false,
    credential: { kind: "session", id: "s", provenAt: hq.now().toISOString() },
  } as const;
  const owner = { ...by, userId: "u-admin" };
  const asked = { site: site.hq.site, target: "other", by: owner };
  const offer = await requestTransfer(hq.database, asked, hq);
  await acceptTransfer(hq.database, { id: offer.id, siteId: site.hq.site.id, by }, hq);
  await site.waitAndDeliver(100 * 60 * 60 * 1000);
  expect(receiver.received).toHaveLength(1);
  const row = await hq.database
    .selectFrom("webhooks")
    .select(["enabled", "disabled_reason"])
    .where("id", "=", id)
    .executeTakeFirst();
  expect(row).toEqual({ enabled: 0, disabled_reason: "transferred" });
});
