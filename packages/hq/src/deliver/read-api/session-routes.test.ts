import { afterAll, beforeAll, expect, test } from "vitest";
import { makePost, makeTypes } from "../../content/entries/entries.fixture.ts";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi({ LOAM_READ_LIMIT: "20" });
  await makeTypes(hq);
  const { id } = await makePost(hq, { title: "Rain" });
  await hq.ask("POST", `/types/posts/entries/${id}/publish`);
  await makePost(hq, { title: "Still a draft" });
});
afterAll(() => hq.close());

const ask = (body: object, as: "admin" | "viewer" | "stranger" = "viewer") =>
  hq.ask("POST", "/read-api", { body, as });

function titles(body: Readonly<Record<string, unknown>>): readonly string[] {
  const { contents } = JSON.parse(String(body["body"]));
  return contents.map(({ title }: { readonly title: string }) => title);
}

test("returns the same response as with a key, including rate limit headers", async () => {
  const { status, body } = await ask({ apiId: "posts", query: "fields=title&limit=5" });
  expect([status, body["status"]]).toEqual([200, 200]);
  expect(titles(body)).toEqual(["Rain"]);
  expect(body).toMatchObject({
    address: `/api/public/cms/${hq.site.id}/posts?fields=title&limit=5`,
    headers: {
      ETag: expect.any(String),
      "X-CMS-Snapshot": expect.stringMatching(/^[0-9a-f]{40}$/),
      "X-RateLimit-Limit": "20",
    },
  });
  expect(body["bytes"]).toBe(String(body["body"]).length);
});

test("returns drafts on request and prevents caching them", async () => {
  const { body } = await ask({ apiId: "posts", query: "fields=title", drafts: true });
  expect(titles(body).toSorted()).toEqual(["Rain", "Still a draft"]);
  expect(body["headers"]).toMatchObject({ "Cache-Control": "private, no-store" });
});

test("counts as a read of the site with the same limit", async () => {
  const left = async () => Object((await hq.ask("GET", "/rates")).body["reads"]).remaining;
  const before = Number(await left());
  await ask({ apiId: "posts" });
  expect(await left()).toBe(before - 1);
  for (let asked = 0; asked < before - 1; asked += 1) await ask({ apiId: "posts", drafts: true });
  const { body } = await ask({ apiId: "posts" });
  expect(body).toMatchObject({ status: 429, headers: { "X-RateLimit-Remaining": "0" } });
  hq.time += 60_000;
});

test("reports query errors with their position", async () => {
  const { body } = await ask({ apiId: "posts", query: "filters=title%5Bis%5DRain" });
  expect(body["status"]).toBe(400);
  expect(JSON.parse(String(body["body"]))).toMatchObject({
    code: "invalid_filters",
    position: expect.any(Number),
    allowed: expect.arrayContaining(["equals"]),
  });
  const none = await ask({ apiId: "nothing" });
  expect(none.body["status"]).toBe(404);
});

test("escapes names so that they cannot change the site or parameters", async () => {
  for (const name of ["../sother/posts", "posts?draftKey=x", "posts/rain", "posts#"]) {
    const { body } = await ask({ apiId: name });
    expect([name, body["status"]]).toEqual([name, 404]);
  }
  const wrongKey = await ask({ apiId: "posts", query: "draftKey=loam_draft_x" });
  expect(wrongKey.body["status"]).toBe(401);
});

test("reveals nothing to users without access", async () => {
  expect((await ask({ apiId: "posts" }, "stranger")).status).toBe(404);
  const { status } = await hq.ask("POST", "/read-api", {
    body: { apiId: "posts" },
    scopes: ["media:write"],
  });
  expect(status).toBe(403);
});
