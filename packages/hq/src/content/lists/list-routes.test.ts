import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "../entries/entries.fixture.ts";
import { uploadPicture } from "../media/media.fixture.ts";

const POSTS = "/types/posts/entries";

let hq: SiteApi;
const ids = new Map<string, string>();
let picture: string;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
  picture = await uploadPicture(hq, { filename: "sea.png" });
  await write("rain", { price: 3, kind: "First", isNew: true, day: "2026-02-01", cover: picture });
  await write("snow", { price: 20.5, kind: "b", intro: "Cold ".repeat(100), body: "White." });
  await write("wind", { price: 7, related: [idOf("rain")], faq: [{ question: "Why?" }] });
  await write("home", {}, "/types/home/entries");
  await hq.ask("PATCH", `${POSTS}/wind`, { as: "writer", body: { fields: { intro: "Blows" } } });
  await hq.ask("POST", `${POSTS}/snow/publish`);
});
afterAll(async () => hq.close());

async function write(name: string, fields: Readonly<Record<string, unknown>>, at = POSTS) {
  hq.time += 60_000;
  if (at === POSTS) ids.set(name, (await makePost(hq, { title: name, ...fields }, name)).id);
  else await hq.ask("POST", at, { body: { fields: { title: name, ...fields } } });
}

const idOf = (name: string): string => ids.get(name) ?? "";

async function list(query: string, at = POSTS, as: Person = "viewer"): Promise<string[]> {
  const { status, body } = await hq.ask("GET", `${at}?orderBy=title&${query}`, { as });
  expect([status, body["detail"]]).toEqual([200, undefined]);
  const entries = body["entries"];
  expect(Array.isArray(entries) && body["total"]).toBe(Array.isArray(entries) && entries.length);
  return titlesOf(body);
}

function titlesOf({ entries }: Readonly<Record<string, unknown>>): string[] {
  return Array.isArray(entries) ? entries.map((entry: { title: string }) => entry.title) : [];
}

const filter = (text: string): string => `filters=${encodeURIComponent(text)}`;

test.each([
  ["price[less_than]10", ["rain", "wind"]],
  ["price[equals]20.5[or]price[equals]3", ["rain", "snow"]],
  ["kind[equals]First", ["rain"]],
  ["kind[not_equals]First", ["snow", "wind"]],
  ["isNew[equals]false", ["snow", "wind"]],
  ["day[greater_than]2026-01[and]day[less_than]2026-03", ["rain"]],
  ["title[begins_with]s", ["snow"]],
  ["intro[contains]Blow", ["wind"]],
  ["body[exists]", ["snow"]],
  ["cover[not_exists]", ["snow", "wind"]],
  ["related[equals]rain", ["wind"]],
  ["related.price[less_than]4", ["wind"]],
  ["related.title[equals]snow", []],
  ["faq.question[equals]Why?", ["wind"]],
  ["publishedAt[exists]", ["snow"]],
  ["slug[equals]rain", ["rain"]],
])("filters a list by %s", async (filters, titles) => {
  expect(await list(filter(filters))).toEqual(titles);
});

test("filters by last author, time, and reference", async () => {
  expect(await list("author=me", POSTS, "writer")).toEqual(["wind"]);
  expect(await list("author=me")).toEqual([]);
  const { body } = await hq.ask("GET", "/authors", { as: "viewer" });
  expect(body).toMatchObject({
    authors: [{ entries: 3 }, { email: "writer@example.test", entries: 1 }],
  });
  expect(await list("author=WRITER@example.test")).toEqual(["wind"]);
  expect(
    await list("updatedSince=2026-11-20T12:02:00Z&updatedBefore=2026-11-20T12:03:00Z"),
  ).toEqual(["snow"]);
  expect(await list("updatedBefore=2026-11-20")).toEqual([]);
  expect(await list(`refersTo=${idOf("rain")}`)).toEqual(["wind"]);
  expect(await list(`refersTo=${picture}`)).toEqual(["rain"]);
});

test("combines filters with search, types, and pagination", async () => {
  expect(await list(`state=draft&${filter("price[greater_than]4")}&q=wind`)).toEqual(["wind"]);
  expect(await list("type=home,posts&state=draft", "/entries")).toEqual(["home", "rain", "wind"]);
  const asked = `${POSTS}?orderBy=-fields.price&limit=2&${filter("price[exists]")}`;
  const first = await hq.ask("GET", asked);
  const rest = await hq.ask("GET", `${asked}&cursor=${String(first.body["cursor"])}`);
  expect([titlesOf(first.body), titlesOf(rest.body)]).toEqual([["snow", "wind"], ["rain"]]);
  expect([first.body["total"], rest.body["total"], rest.body["cursor"]]).toEqual([3, 3, undefined]);
});

test.each([
  ["type", ["home", "rain", "snow", "wind"]],
  ["-author", ["wind", "snow", "rain", "home"]],
  ["createdAt", ["rain", "snow", "wind", "home"]],
  ["-state", ["snow", "wind", "rain", "home"]],
])("orders a list of all types by %s, including pagination", async (order, titles) => {
  const found: string[] = [];
  let cursor = "";
  do {
    const { body } = await hq.ask("GET", `/entries?orderBy=${order}&limit=2${cursor}`);
    found.push(...titlesOf(body));
    const { cursor: next } = body;
    cursor = typeof next === "string" ? `&cursor=${next}` : "";
  } while (cursor !== "");
  expect(found).toEqual(titles);
  const same = await hq.ask("GET", `/entries?orders=${order}&total=true`);
  expect(titlesOf(same.body)).toEqual(titles);
});

test("returns requested values, references, and thumbnails", async () => {
  const query = "fields=price,related,cover,intro,kind&thumbnails=true&orderBy=title";
  const { body } = await hq.ask("GET", `${POSTS}?${query}`, { as: "viewer" });
  const related = [
    { id: idOf("rain"), type: "posts", slug: "rain", title: "rain", state: "draft" },
  ];
  const url = expect.stringContaining(`/media/${picture}/content`);
  expect(body["entries"]).toMatchObject([
    {
      fields: { price: 3, kind: "a", cover: { id: picture, filename: "sea.png", contentUrl: url } },
      thumbnail: { id: picture, url },
    },
    { fields: { price: 20.5, intro: expect.stringMatching(/^.{300}…$/) } },
    { fields: { price: 7, related, intro: "Blows" }, updatedBy: { email: "writer@example.test" } },
  ]);
  const plain = await hq.ask("GET", `/entries?ids=${idOf("rain")}`);
  expect(plain.body["entries"]).toEqual([
    expect.not.objectContaining({ fields: expect.anything(), thumbnail: expect.anything() }),
  ]);
});

test.each([
  [POSTS, filter("color[equals]red"), "unknown_field", "filters"],
  ["/entries", filter("price[equals]3"), "unknown_field", "filters"],
  [POSTS, filter("price[equals]red"), "invalid_filters", "filters"],
  [POSTS, filter("price[is]3"), "invalid_filters", "filters"],
  [POSTS, filter("body[contains]White"), "invalid_filters", "filters"],
  [POSTS, "orderBy=colour", "invalid_request", "orderBy"],
  [POSTS, "orderBy=fields.colour", "invalid_orders", "orderBy"],
  ["/entries", "orderBy=fields.price", "invalid_orders", "orderBy"],
  [POSTS, "orderBy=fields.body", "invalid_orders", "orderBy"],
  [POSTS, "fields=colour", "unknown_field", "fields"],
  [POSTS, "updatedSince=yesterday", "invalid_request", "updatedSince"],
  [POSTS, "state=lost", "invalid_request", "state"],
])("rejects %s?%s as %s", async (at, query, code, param) => {
  const { status, body } = await hq.ask("GET", `${at}?${query}`, { as: "viewer" });
  expect({ status, code: body["code"], param: body["param"] }).toEqual({
    status: 400,
    code,
    param,
  });
});

test("reveals nothing to users outside the workspace", async () => {
  for (const path of ["/entries?author=me", "/authors", POSTS]) {
    expect((await hq.ask("GET", path, { as: "stranger" })).status).toBe(404);
  }
  expect((await hq.ask("GET", "/entries?type=gone")).body["code"]).toBe("content_type_not_found");
});
