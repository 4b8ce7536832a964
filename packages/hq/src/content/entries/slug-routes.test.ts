import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../../server/manage-api.fixture.ts";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "./entries.fixture.ts";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

async function check(query: Readonly<Record<string, string>>): Promise<Answer> {
  const text = new URLSearchParams(query).toString();
  return hq.ask("GET", `/types/posts/slug?${text}`, { as: "viewer" });
}

test("reports a slug as available until an entry has it, except for that entry", async () => {
  expect((await check({ slug: "rain" })).body).toEqual({ slug: "rain", free: true });
  const { id } = await makePost(hq, { title: "Rain" }, "rain");
  expect((await check({ slug: "rain" })).body).toEqual({
    slug: "rain",
    free: false,
    message: 'Another entry of "posts" already has the slug "rain".',
    takenBy: { id, title: "Rain" },
  });
  expect((await check({ slug: "rain", entry: id })).body).toEqual({ slug: "rain", free: true });
});

test("returns the slug that a save would create from a title", async () => {
  const { id, slug } = await makePost(hq, { title: "Ein Tag, im März" });
  expect((await check({ title: "Ein Tag, im März", entry: id })).body["slug"]).toBe(slug);
  const next = (await check({ title: "Ein Tag, im März" })).body;
  expect(next).toEqual({ slug: `${slug}-2`, free: true });
  expect((await makePost(hq, { title: "Ein Tag, im März" })).slug).toBe(next["slug"]);
  expect((await check({ title: "Something new", entry: id })).body["slug"]).toBe("something-new");
  expect((await check({ title: "!" })).body["slug"]).toBe("untitled");
});

test.each([
  ["Not a slug", "A slug has 1 to 191 characters"],
  ["../../site", "A slug has 1 to 191 characters"],
  ["index", "is reserved for index files"],
  ["con", "is a reserved file name on Windows"],
])("rejects the slug %j with a reason", async (slug, why) => {
  const { status, body } = await check({ slug });
  expect([status, body["free"]]).toEqual([200, false]);
  expect(body["message"]).toContain(why);
});

test("accepts one question about an existing type, from users of the site", async () => {
  expect((await check({})).status).toBe(400);
  expect((await check({ slug: "a", title: "A" })).status).toBe(400);
  const none = await hq.ask("GET", "/types/nothing/slug?slug=a");
  expect([none.status, none.body["code"]]).toEqual([404, "content_type_not_found"]);
  const stranger = await hq.ask("GET", "/types/posts/slug?slug=rain", { as: "stranger" });
  expect(stranger.status).toBe(404);
  expect(stranger.body["takenBy"]).toBeUndefined();
});
