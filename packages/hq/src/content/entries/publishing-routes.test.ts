import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "./entries.fixture.ts";

const NOBODY = "eaaaaaaaaaaaaaaaaaaa";
const POSTS = "/types/posts/entries";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

async function liveSlugs(): Promise<readonly string[]> {
  const { types } = hq.services.sites.live(hq.site.id);
  return types.get("posts")?.entries.map(({ slug }) => slug) ?? [];
}

function liveJson(slug: string): readonly unknown[] {
  const { types } = hq.services.sites.live(hq.site.id);
  const found = types.get("posts")?.entries.filter((entry) => entry.slug === slug) ?? [];
  return found.map((entry): unknown => JSON.parse(entry.json));
}

function later(days: number): string {
  return new Date(hq.time + days * 86_400_000).toISOString();
}

describe("publishing an entry", () => {
  test("makes it live and shows later changes", async () => {
    const { id } = await makePost(hq, { title: "Live" });
    const path = `${POSTS}/${id}`;
    hq.time += 60_000;
    const published = await hq.ask("POST", `${path}/publish`, { as: "writer" });
    expect(published).toMatchObject({
      status: 200,
      body: {
        state: "published",
        publishedAt: new Date(hq.time).toISOString(),
        live: { version: 1, slug: "live" },
      },
    });
    expect(await liveSlugs()).toContain("live");
    const changed = await hq.ask("PATCH", path, { body: { fields: { price: 1 } } });
    expect(changed.body).toMatchObject({ state: "changed", live: { version: 1 } });
    const off = await hq.ask("POST", `${path}/unpublish`, { as: "writer" });
    expect(off.body).toMatchObject({ state: "unpublished" });
    expect(off.body["live"]).toBeUndefined();
    expect(await liveSlugs()).not.toContain("live");
  });

  test("changes the response for a cached ETag although the version is the same", async () => {
    const { id, version } = await makePost(hq, { title: "Kept" });
    const path = `${POSTS}/${id}`;
    await hq.ask("POST", `${path}/publish`);
    const asked = await hq.ask("GET", path, {
      headers: { "if-none-match": `"${version}"`, "cache-control": "" },
    });
    expect(asked).toMatchObject({ status: 200, etag: version, body: { state: "published" } });
  });

  test.each(["publish", "unpublish"])(
    "does not wait for public files on request (%s, RFC 7240)",
    async (act) => {
      const { id, slug } = await makePost(hq, { title: `Soon ${act}` });
      const live = async (): Promise<boolean> => (await liveSlugs()).includes(slug);
      if (act === "unpublish") await hq.ask("POST", `${POSTS}/${id}/publish`);
      const { status, body, headers } = await hq.ask("POST", `${POSTS}/${id}/${act}`, {
        headers: { prefer: "respond-async, wait=10" },
      });
      expect([status, headers.get("preference-applied")]).toEqual([200, "respond-async"]);
      expect(body).toMatchObject({ state: `${act}ed` });
      await expect.poll(live).toBe(act === "publish");
    },
  );

  test("waits for public files by default and ignores unknown preferences", async () => {
    const { id, slug } = await makePost(hq, { title: "Waits" });
    const { headers } = await hq.ask("POST", `${POSTS}/${id}/publish`, {
      headers: { prefer: "return=minimal" },
    });
    expect(headers.get("preference-applied")).toBeNull();
    expect(await liveSlugs()).toContain(slug);
  });

  test("is rejected with all problems by field", async () => {
    const { id } = await makePost(hq, { intro: "No title", related: [NOBODY] });
    const { status, body } = await hq.ask("POST", `${POSTS}/${id}/publish`);
    expect([status, body["code"]]).toEqual([422, "publish_refused"]);
    expect(body["errors"]).toMatchObject([{ path: "title" }]);
    expect((await hq.ask("GET", `${POSTS}/${id}`)).body["state"]).toBe("draft");
  });

  test("warns about broken references and publishes them by id", async () => {
    const cover = "maaaaaaaaaaaaaaaaaaa";
    const { id } = await makePost(hq, { title: "Dangling", cover, related: [NOBODY] });
    const { status, body } = await hq.ask("POST", `${POSTS}/${id}/publish`, { as: "writer" });
    expect([status, body["state"]]).toEqual([200, "published"]);
    expect(body["warnings"]).toMatchObject([
      { id, path: "cover" },
      { id, path: "related" },
    ]);
    const [json] = liveJson("dangling");
    expect(json).toMatchObject({ cover: { id: cover }, related: [{ id: NOBODY }] });
    const again = await hq.ask("POST", "/publish-changes", { body: { entries: [id] } });
    expect(again.body).toMatchObject({ unchanged: [id], warnings: body["warnings"] });
  });

  test("rejects an outdated version", async () => {
    const { id, version } = await makePost(hq, { title: "Looked at" });
    await hq.ask("PATCH", `${POSTS}/${id}`, { body: { fields: { price: 1 } } });
    const refused = await hq.ask("POST", `${POSTS}/${id}/publish`, { ifMatch: version });
    expect([refused.status, refused.body["code"]]).toEqual([412, "stale"]);
  });

  test.each(["publish", "unpublish", "move"])("requires permission to publish: %s", async (act) => {
    const { id } = await makePost(hq, { title: "Rights" });
    const body = act === "move" ? { direction: "up" } : undefined;
    const ask = async (asking: object) =>
      (await hq.ask("POST", `${POSTS}/${id}/${act}`, { body, ...asking })).status;
    expect(await ask({ as: "viewer" })).toBe(403);
    expect(await ask({ scopes: ["content:read", "content:write"] })).toBe(403);
    expect(await ask({ as: "writer", scopes: ["content:publish"] })).toBe(200);
  });

  test("publishes several entries in one commit or none", async () => {
    const good = await makePost(hq, { title: "Good" });
    const also = await makePost(hq, { title: "Also good" });
    const bad = await makePost(hq, { intro: "No title" }, "bad");
    const publish = async (...entries: string[]) =>
      hq.ask("POST", "/publish-changes", { as: "writer", body: { entries } });
    const refused = await publish(good.id, bad.id);
    expect(refused).toMatchObject({
      status: 422,
      body: { code: "publish_refused", errors: [{ path: "posts/bad: title" }] },
    });
    expect(refused.body["entries"]).toEqual({
      [bad.id]: [{ path: "title", message: "title is required and has no value." }],
    });
    expect(await liveSlugs()).not.toContain("good");
    const { body } = await publish(good.id, also.id, good.id);
    expect(body).toMatchObject({ published: [good.id, also.id], unchanged: [] });
    expect(body["commit"]).toBe(hq.services.sites.live(hq.site.id).commit);
    expect((await publish(good.id)).body).toMatchObject({ published: [], unchanged: [good.id] });
    expect((await publish("eaaaaaaaaaaaaaaaaaaa")).body["code"]).toBe("content_not_found");
  });

  test("is reverted by deleting the entry, which requires permission to publish", async () => {
    const { id } = await makePost(hq, { title: "Short lived" });
    const path = `${POSTS}/${id}`;
    await hq.ask("POST", `${path}/publish`);
    expect((await hq.ask("DELETE", path, { scopes: ["content:write"] })).status).toBe(403);
    const { body } = await hq.ask("DELETE", path, { as: "writer" });
    expect(body).toEqual({ id, unpublished: true, references: [] });
    expect(await liveSlugs()).not.toContain("short-lived");
  });

  test("can be reverted even if its file is missing", async () => {
    const { id } = await makePost(hq, { title: "Gone" });
    const path = `${POSTS}/${id}`;
    await hq.ask("POST", `${path}/publish`);
    const { store } = await hq.services.sites.content(hq.site.id);
    await store.deleteEntry(id, { actor: { name: "Git", email: "git@example.test" } });
    await hq.services.sites.follow(hq.site.id);
    expect((await hq.ask("GET", path)).body).toMatchObject({
      removed: true,
      fields: { title: "Gone" },
      live: { version: 1 },
    });
    expect((await hq.ask("POST", `${path}/unpublish`)).body).toMatchObject({
      state: "unpublished",
    });
    expect((await hq.ask("GET", path)).status).toBe(404);
  });
});

describe("a schedule", () => {
  test("is set and removed in the entry's file without changing values", async () => {
    const { id } = await makePost(hq, { title: "Later", price: 5 });
    const path = `${POSTS}/${id}/schedule`;
    const set = await hq.ask("PUT", path, { body: { publishAt: later(1), unpublishAt: later(2) } });
    expect(set.body).toMatchObject({
      state: "draft",
      scheduled: true,
      publishAt: later(1),
      unpublishAt: later(2),
      fields: { price: 5 },
    });
    const list = await hq.ask("GET", `${POSTS}?state=scheduled`);
    expect(list.body["entries"]).toMatchObject([{ id }]);
    const one = await hq.ask("PUT", path, { body: { unpublishAt: later(2) } });
    expect(one.body["publishAt"]).toBeUndefined();
    const none = await hq.ask("DELETE", path);
    expect(none.body).toMatchObject({ scheduled: false });
    expect(none.body["unpublishAt"]).toBeUndefined();
  });

  test.each([
    ["has passed", { publishAt: "2020-01-01T00:00:00Z" }, ["publishAt"]],
    [
      "ends before it begins",
      { publishAt: "2026-12-02T00:00:00Z", unpublishAt: "2026-12-01T00:00:00Z" },
      ["unpublishAt"],
    ],
    ["is too far away", { publishAt: "2040-01-01T00:00:00Z" }, ["publishAt"]],
    ["is none", { publishAt: "soon", unpublishAt: "later" }, ["publishAt", "unpublishAt"]],
    ["has unknown keys", { at: "2026-12-01T00:00:00Z" }, ["at"]],
  ])("is rejected if it %s (SCD-05)", async (_what, body, paths) => {
    const { id } = await makePost(hq, { title: "Never" });
    const refused = await hq.ask("PUT", `${POSTS}/${id}/schedule`, { body });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: paths.map((path) => ({ path })) },
    });
  });

  test("is kept together with concurrent edits of values", async () => {
    const { id, version } = await makePost(hq, { title: "Both" });
    await hq.ask("PATCH", `${POSTS}/${id}`, { body: { fields: { price: 1 } } });
    const set = await hq.ask("PUT", `${POSTS}/${id}/schedule`, {
      ifMatch: version,
      body: { publishAt: later(1) },
    });
    expect(set.body).toMatchObject({ publishAt: later(1), fields: { price: 1 } });
  });
});
