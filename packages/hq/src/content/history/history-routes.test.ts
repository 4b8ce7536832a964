import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "../entries/entries.fixture.ts";

const POSTS = "/types/posts/entries";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

const eventsSchema = z.array(
  z.object({ kind: z.string(), commit: z.string(), previous: z.string().optional() }),
);

async function history(id: string, query = "") {
  const { body } = await hq.ask("GET", `${POSTS}/${id}/history${query}`, { as: "viewer" });
  return { events: eventsSchema.parse(body["events"]), cursor: body["cursor"] };
}

test("returns the history of an entry page by page with the changes of each version", async () => {
  const { id } = await makePost(hq, {
    title: "One",
    intro: "The quick fox",
    kind: "a",
    faq: [{ id: "r1", question: "Why?" }],
  });
  const path = `${POSTS}/${id}`;
  hq.time += 2000;
  await hq.ask("PATCH", path, {
    as: "writer",
    body: {
      slug: "two",
      fields: {
        intro: "The slow fox",
        kind: "b",
        related: [id],
        faq: [{ id: "r1", question: "How?" }],
      },
    },
  });
  hq.time += 2000;
  await hq.ask("POST", `${path}/publish`);
  const first = await history(id, "?limit=2");
  expect(first.events.map(({ kind }) => kind)).toEqual(["publish", "rename"]);
  const second = await history(id, `?limit=2&cursor=${String(first.cursor)}`);
  expect(second.events.map(({ kind }) => kind)).toEqual(["create"]);
  expect(second.cursor).toBeUndefined();

  const { commit, previous } = z
    .object({ commit: z.string(), previous: z.string() })
    .parse(first.events[1]);
  const { body } = await hq.ask("GET", `${path}/history/${commit}?compare=${previous}`);
  expect(body).toMatchObject({
    commit,
    slug: "two",
    schema: 1,
    fields: { title: "One", kind: "b", faq: [{ id: "r1", question: "How?" }] },
    changes: {
      system: [{ key: "slug", before: "one", after: "two" }],
      fields: [
        {
          path: "intro",
          kind: "changed",
          before: "The quick fox",
          after: "The slow fox",
          text: expect.arrayContaining([{ kind: "added", text: "slow" }]),
        },
        { path: "kind", before: "a", after: "b" },
        {
          path: "related",
          kind: "added",
          after: [id],
          items: [{ kind: "added", value: id }],
        },
        {
          path: "faq",
          rows: [{ id: "r1", kind: "changed", fields: [{ path: "question", after: "How?" }] }],
        },
      ],
    },
  });
  const newest = await hq.ask("GET", `${path}/history/${previous.slice(0, 10)}`);
  expect(newest.body).toMatchObject({
    fields: { kind: "a" },
    changes: { fields: [{ path: "intro", after: "The slow fox" }, {}, {}, {}] },
  });
});

test("returns the changed fields of each save and the last author of each field", async () => {
  const { id } = await makePost(hq, { title: "Named", intro: "First" });
  const path = `${POSTS}/${id}`;
  hq.time += 2000;
  const change = { slug: "called", fields: { intro: "Second", price: 3 } };
  await hq.ask("PATCH", path, { as: "writer", body: change });
  const { body } = await hq.ask("GET", `${path}/history?changes=names`, { as: "viewer" });
  expect(body["events"]).toMatchObject([
    {
      kind: "rename",
      changed: { fields: [{ path: "intro" }, { path: "price" }], system: ["slug"] },
    },
    { kind: "create" },
  ]);
  expect(body["events"]).not.toHaveProperty("1.changed");
  expect((await history(id)).events[0]).not.toHaveProperty("changed");

  const [saved, created] = (await history(id)).events;
  const authors = await hq.ask("GET", `${path}/authors`, { as: "viewer" });
  expect(authors.body["fields"]).toMatchObject([
    { path: "title", commit: created?.commit },
    { path: "intro", commit: saved?.commit },
    { path: "price", commit: saved?.commit },
  ]);
  expect((await hq.ask("GET", `${path}/authors`, { as: "stranger" })).status).toBe(404);
});

test("shows a new schedule without the previous one", async () => {
  const { id } = await makePost(hq, { title: "Timed" });
  const publishAt = new Date(hq.time + 86_400_000).toISOString();
  await hq.ask("PUT", `${POSTS}/${id}/schedule`, { body: { publishAt } });
  const [scheduled] = (await history(id)).events;
  const address = `${POSTS}/${id}/history/${scheduled?.commit}?compare=${scheduled?.previous}`;
  const { body } = await hq.ask("GET", address);
  expect(body["changes"]).toEqual({ system: [{ key: "publishAt", after: publishAt }], fields: [] });
});

test("restores an entry or field as a draft", async () => {
  const { id } = await makePost(hq, { title: "First", price: 1 });
  const path = `${POSTS}/${id}`;
  await hq.ask("POST", `${path}/publish`);
  hq.time += 2000;
  const changed = await hq.ask("PATCH", path, { body: { fields: { title: "Second", price: 2 } } });
  const { events } = await history(id);
  const commit = events.find(({ kind }) => kind === "create")?.commit;
  const restore = async (body: object, ifMatch?: string) =>
    hq.ask("POST", `${path}/restore`, { body, ...(ifMatch !== undefined && { ifMatch }) });
  expect((await restore({ commit }, "0".repeat(40))).status).toBe(412);
  expect((await restore({ commit, field: "price" }, changed.etag)).body).toMatchObject({
    state: "changed",
    fields: { title: "Second", price: 1 },
  });
  expect((await restore({ commit })).body).toMatchObject({ fields: { title: "First", price: 1 } });
  expect((await restore({ commit: "0000000" })).status).toBe(404);
  expect((await restore({ commit, field: "colour" })).body["code"]).toBe("content_not_found");
});

test("publishes an entry again after restoring the live version, including its slug", async () => {
  const { id } = await makePost(hq, { title: "Live", price: 1 }, "live");
  const path = `${POSTS}/${id}`;
  await hq.ask("POST", `${path}/publish`);
  const [published] = (await history(id)).events;
  const edit = { slug: "renamed", fields: { title: "Draft", price: null } };
  const restore = async (commit = "") =>
    (await hq.ask("POST", `${path}/restore`, { body: { commit } })).body;

  expect((await hq.ask("PATCH", path, { body: edit })).body["state"]).toBe("changed");
  const [renamed] = (await history(id)).events;
  expect(await restore(published?.commit)).toMatchObject({ state: "published", slug: "live" });

  // Restoring any other version keeps the current slug.
  await hq.ask("PATCH", path, { body: { slug: "third" } });
  expect(await restore(renamed?.commit)).toMatchObject({ state: "changed", slug: "third" });

  await makePost(hq, { title: "Another" }, "live");
  expect(await restore(published?.commit)).toMatchObject({
    state: "changed",
    slug: "third",
    fields: { title: "Live", price: 1 },
  });
});

test("restores a deleted entry by id", async () => {
  const { id } = await makePost(hq, { title: "Deleted" });
  const path = `${POSTS}/${id}`;
  await hq.ask("DELETE", path);
  const { events } = await history(id);
  expect(events.map(({ kind }) => kind).toSorted()).toEqual(["create", "delete"]);
  const commit = events.find(({ kind }) => kind === "create")?.commit ?? "";
  const was = await hq.ask("GET", `${path}/history/${commit}`);
  expect(was.body).toMatchObject({ fields: { title: "Deleted" } });
  expect((await hq.ask("GET", path)).status).toBe(404);
  const back = await hq.ask("POST", `${path}/restore`, { as: "writer", body: { commit } });
  expect(back.body).toMatchObject({ id, state: "draft", fields: { title: "Deleted" } });
});

test("reports an unknown entry as not found", async () => {
  const answer = await hq.ask("GET", `${POSTS}/eaaaaaaaaaaaaaaaaaaa/history`);
  expect(answer).toMatchObject({ status: 404, body: { code: "content_not_found" } });
});

test("lists recent saves and publishes of a site with their authors", async () => {
  const { id } = await makePost(hq, { title: "Acted on", kind: "a" });
  hq.time += 2000;
  await hq.ask("POST", `${POSTS}/${id}/publish`);
  hq.time += 2000;
  await hq.ask("PATCH", `${POSTS}/${id}`, { as: "writer", body: { fields: { kind: "b" } } });
  const { body } = await hq.ask("GET", "/activity?limit=3", { as: "viewer" });
  const entry = expect.objectContaining({ id, type: "posts" });
  expect(body["activity"]).toMatchObject([
    { act: "saved", count: 1, entries: [entry], by: expect.any(String) },
    { act: "published", count: 1, entries: [entry] },
    { act: "saved", count: 1, entries: [entry] },
  ]);
  expect((await hq.ask("GET", "/activity", { as: "stranger" })).status).toBe(404);
});
