import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../../server/manage-api.fixture.ts";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "./entries.fixture.ts";

const POSTS = "/types/posts/entries";
const NOBODY = "eaaaaaaaaaaaaaaaaaaa";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

async function bulk(
  action: string,
  entries: readonly string[],
  more: object = {},
): Promise<Answer> {
  return hq.ask("POST", "/entries/bulk", { as: "writer", body: { action, entries, ...more } });
}

async function make(...titles: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const title of titles) ids.push((await makePost(hq, { title })).id);
  return ids;
}

function resultsOf({ body }: Answer): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(body["results"]) ? body["results"] : [];
}

/** Creates copies, up to this many entries in total. */
async function copiesOf(first: string, count: number): Promise<readonly string[]> {
  const all: string[] = [first];
  while (all.length < count) {
    const created = await bulk("duplicate", all.slice(0, count - all.length));
    all.push(...resultsOf(created).map(({ copy }) => String(copy)));
  }
  return all;
}

async function stateOf(id: string): Promise<unknown> {
  return (await hq.ask("GET", `${POSTS}/${id}`)).body["state"];
}

async function heads() {
  const { store, index } = await hq.services.sites.content(hq.site.id);
  return { store, main: store.head(), live: index.heads().published };
}

/** Returns the number of commits between two ids along first parents. */
async function apart(from: string | undefined, to: string | undefined): Promise<number> {
  const { store } = await heads();
  const log = await store.repository.fileLog({ commits: [to ?? ""], limit: 50 });
  return log.findIndex(({ commit }) => commit === from);
}

test("publishes and unpublishes valid entries in one commit, and reports problems of the others", async () => {
  const [a = "", b = ""] = await make("Bulk a", "Bulk b");
  const empty = await makePost(hq, { price: 1 }, "untitled");
  const before = await heads();
  const live = await bulk("publish", [a, empty.id, NOBODY, b, a]);
  expect([live.status, live.body["results"]]).toEqual([
    200,
    [
      { id: a, result: "done" },
      expect.objectContaining({
        id: empty.id,
        result: "refused",
        code: "publish_refused",
        problems: [expect.objectContaining({ path: "title" })],
      }),
      expect.objectContaining({ id: NOBODY, result: "refused", code: "content_not_found" }),
      { id: b, result: "done" },
    ],
  ]);
  expect((await heads()).main).toBe(before.main);
  expect([await stateOf(a), await stateOf(b)]).toEqual(["published", "published"]);
  expect((await bulk("publish", [a])).body["results"]).toEqual([{ id: a, result: "unchanged" }]);

  const off = await bulk("unpublish", [a, b, empty.id]);
  expect(off.body["results"]).toMatchObject([
    { result: "done" },
    { result: "done" },
    { result: "unchanged" },
  ]);
  expect([await stateOf(a), await stateOf(b)]).toEqual(["unpublished", "unpublished"]);
});

test("deletes entries from both branches", async () => {
  const [a = "", b = "", stays = ""] = await make("Gone a", "Gone b", "Stays");
  await bulk("publish", [a, stays]);
  const gone = await bulk("delete", [a, b, NOBODY]);
  expect(gone.body["results"]).toMatchObject([
    { id: a, result: "done" },
    { id: b, result: "done" },
    { id: NOBODY, result: "refused", code: "content_not_found" },
  ]);
  const { store } = await heads();
  expect([a, b, stays].map((id) => store.entryById(id)?.slug)).toEqual([
    undefined,
    undefined,
    "stays",
  ]);
  const slugs = hq.services.sites
    .live(hq.site.id)
    .types.get("posts")
    ?.entries.map(({ slug }) => slug);
  expect(slugs).not.toContain("gone-a");
  expect(slugs).toContain("stays");
});

test("gives duplicates their own slugs, and schedules all entries", async () => {
  const [a = "", b = ""] = await make("Twins", "Twins");
  const home = await hq.ask("POST", "/types/home/entries", { body: { fields: { title: "Home" } } });
  const objectId = String(home.body["id"]);
  const { main } = await heads();
  const copied = await bulk("duplicate", [a, b, objectId]);
  expect(copied.body["results"]).toMatchObject([
    { result: "done", copy: expect.stringMatching(/^e/) },
    { result: "done", copy: expect.stringMatching(/^e/) },
    { result: "refused", code: "conflict" },
  ]);
  const { store } = await heads();
  expect(await apart(main, store.head())).toBe(1);
  expect(
    ["twins", "twins-2", "twins-3", "twins-4"].map((slug) => store.findEntry("posts", slug)?.type),
  ).toEqual(Array.from({ length: 4 }, () => "posts"));
  const at = new Date(hq.time + 86_400_000).toISOString();
  const set = await bulk("schedule", [a, b], { publishAt: at });
  expect(set.body["results"]).toMatchObject([{ result: "done" }, { result: "done" }]);
  expect((await hq.ask("GET", `${POSTS}/${b}`)).body).toMatchObject({
    publishAt: at,
    scheduled: true,
  });
  const late = await bulk("schedule", [a], { publishAt: "2001-01-01T00:00:00Z" });
  expect(late.body["results"]).toMatchObject([
    { result: "refused", problems: [{ path: "publishAt" }] },
  ]);
  expect((await bulk("schedule", [a, b])).body["results"]).toMatchObject([
    { result: "done" },
    { result: "done" },
  ]);
  expect((await hq.ask("GET", `${POSTS}/${b}`)).body).toMatchObject({ scheduled: false });
});

test("publishes and unpublishes five hundred entries in one commit each, and names invalid ones", async () => {
  const untitled = (await makePost(hq, { price: 1 }, "untitled-of-many")).id;
  const ids = await copiesOf((await make("One of many"))[0] ?? "", 499);
  const all = [...ids.slice(0, 250), untitled, ...ids.slice(250)];

  const before = await heads();
  const live = resultsOf(await bulk("publish", all));
  expect(live.map(({ id }) => id)).toEqual(all);
  expect(live.filter(({ result }) => result !== "done")).toMatchObject([
    { id: untitled, result: "refused", problems: [{ path: "title" }] },
  ]);
  const published = await heads();
  expect(published.main).toBe(before.main);
  expect(await apart(before.live, published.live)).toBe(1);

  const off = resultsOf(await bulk("unpublish", all));
  expect(off.filter(({ result }) => result !== "done")).toEqual([
    { id: untitled, result: "unchanged" },
  ]);
  expect(await apart(published.live, (await heads()).live)).toBe(1);
});

test("counts as one write, and rejects too many entries and viewers", async () => {
  const { store } = await heads();
  const [first = ""] = await make("Many");
  const copies = await copiesOf(first, 128);

  const before = store.head();
  const gone = await bulk("delete", copies);
  expect(new Set(resultsOf(gone).map(({ result }) => result))).toEqual(new Set(["done"]));
  expect(await apart(before, store.head())).toBe(1);
  const ids = Array.from({ length: 501 }, () => first);
  expect((await bulk("delete", ids)).status).toBe(422);
  const viewer = await hq.ask("POST", "/entries/bulk", {
    as: "viewer",
    body: { action: "delete", entries: [first] },
  });
  expect(viewer.status).toBe(403);
});
