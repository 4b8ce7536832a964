import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "./entries.fixture.ts";

const POSTS = "/types/posts/entries";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

describe("an entry", () => {
  test("is saved by API ids and returns each value in one format", async () => {
    const other = await makePost(hq, { title: "Other" });
    const created = await hq.ask("POST", POSTS, {
      as: "writer",
      body: {
        slug: "first",
        fields: {
          title: "First",
          body: "Text.",
          price: 0,
          isNew: false,
          day: "2026-02-28",
          kind: "First",
          cover: "maaaaaaaaaaaaaaaaaaa",
          related: [other.id, { id: other.id }],
          faq: [
            { id: "r1", question: "Why?" },
            { question: "How?", answer: null },
          ],
        },
      },
    });
    expect(created.status).toBe(201);
    const { body, etag } = await hq.ask("GET", `${POSTS}/${String(created.body["id"])}`);
    expect(body).toEqual(created.body);
    expect(body).toMatchObject({
      type: "posts",
      slug: "first",
      title: "First",
      state: "draft",
      scheduled: false,
      sortOrder: 0,
      removed: false,
      version: etag,
      createdAt: "2026-11-20T12:00:00.000Z",
      updatedAt: "2026-11-20T12:00:00.000Z",
      problems: [],
      fields: {
        title: "First",
        body: "Text.",
        price: 0,
        isNew: false,
        day: "2026-02-28",
        kind: "a",
        cover: { id: "maaaaaaaaaaaaaaaaaaa" },
        related: [other.id, other.id],
        faq: [
          { id: "r1", question: "Why?" },
          { id: expect.any(String), question: "How?" },
        ],
      },
    });
    const saved = await hq.ask("PUT", `${POSTS}/first`, { body: { fields: body["fields"] } });
    expect(saved.etag).toBe(etag);
  });

  test("is saved in one commit by its author", async () => {
    const { store } = await hq.services.sites.content(hq.site.id);
    const before = store.head();
    const created = await hq.ask("POST", POSTS, {
      as: "writer",
      body: { fields: { title: "Mine" } },
    });
    expect(created.status).toBe(201);
    const log = await store.repository.fileLog({ commits: [store.head()], limit: 1 });
    expect(log).toMatchObject([
      {
        commit: store.head(),
        parents: [before],
        author: { name: "writer", email: "writer@example.test" },
        trailers: { "Loam-Entry": created.body["id"], "Loam-Action": "create" },
      },
    ]);
  });

  test("gets an unused slug from its title", async () => {
    expect((await makePost(hq, { title: "Hello, world" })).slug).toBe("hello-world");
    expect((await makePost(hq, { title: "Hello, world" })).slug).toBe("hello-world-2");
    const body = { slug: "hello-world", fields: { title: "Third" } };
    expect(await hq.ask("POST", POSTS, { body })).toMatchObject({
      status: 409,
      body: { code: "slug_taken" },
    });
  });

  test("is rejected with all problems by API id", async () => {
    const { status, body } = await hq.ask("POST", POSTS, {
      body: {
        fields: {
          title: 7,
          nothing: 1,
          __proto__x: 1,
          day: "2026-02-30",
          kind: "c",
          cover: { id: "x", url: "y" },
          related: "e",
          faq: [{ question: 5 }, "row"],
          intro: "\u0000",
        },
      },
    });
    expect([status, body["code"]]).toEqual([422, "invalid_entry"]);
    const errors = body["errors"];
    const paths = Array.isArray(errors) ? errors.map(({ path }) => String(path)) : [];
    expect(paths.toSorted()).toEqual(
      [
        "title",
        "nothing",
        "__proto__x",
        "day",
        "kind",
        "cover",
        "related",
        "faq.0.question",
        "faq.1",
        "intro",
      ].toSorted(),
    );
  });

  test("prefers an option's value over another option's label", async () => {
    const post = await makePost(hq, { title: "Option", kind: "a" });
    const { body } = await hq.ask("GET", `${POSTS}/${post.id}`);
    expect(body["fields"]).toMatchObject({ kind: "a" });
  });

  test("accepts an option with composed or decomposed accents", async () => {
    const [composed, decomposed] = ["Caf\u00e9", "Cafe\u0301"];
    const options = [
      { value: decomposed, label: "Food" },
      { value: "ol\u00e9", label: "Ole\u0301" },
    ];
    const fields = [{ apiId: "kind", label: "Kind", type: "select", options }];
    const type = { apiId: "places", kind: "list", label: "Places", fields };
    expect((await hq.ask("POST", "/types", { body: type })).status).toBe(201);
    await hq.ask("POST", "/types/places/schema/publish");
    const saved = async (kind: string) =>
      (await hq.ask("POST", "/types/places/entries", { body: { fields: { kind } } })).body;

    for (const kind of [composed, decomposed]) {
      expect(await saved(kind)).toMatchObject({ fields: { kind: composed } });
    }
    for (const kind of ["Ol\u00e9", "Ole\u0301", "ole\u0301"]) {
      expect(await saved(kind)).toMatchObject({ fields: { kind: "ol\u00e9" } });
    }
  });

  test.each([
    ["GET", "view", { as: "viewer" }, 200],
    ["GET", "a stranger", { as: "stranger" }, 404],
    ["PATCH", "view", { as: "viewer", body: {} }, 403],
    ["DELETE", "view", { as: "viewer" }, 403],
    ["PATCH", "a token that reads", { scopes: ["content:read"], body: {} }, 403],
    ["PATCH", "write", { as: "writer", body: {} }, 200],
  ] as const)(
    "responds to %s by %s according to the role",
    async (method, _who, asking, status) => {
      const { id } = await makePost(hq, { title: "Roles" });
      expect((await hq.ask(method, `${POSTS}/${id}`, asking)).status).toBe(status);
    },
  );

  test.each([
    ["/types/nowhere/entries", "content_type_not_found"],
    ["/types/nowhere/entries/x", "content_type_not_found"],
    [`${POSTS}/nothing`, "content_not_found"],
    ["/types/home/entries/first", "content_not_found"],
  ])("is not found at %s", async (path, code) => {
    expect(await hq.ask("GET", path)).toMatchObject({ status: 404, body: { code } });
  });
});

describe("an object type", () => {
  test("has exactly one entry, named after the type", async () => {
    const body = { slug: "ignored", fields: { title: "Home" } };
    const created = await Promise.all(
      [0, 1].map(async () => hq.ask("POST", "/types/home/entries", { body })),
    );
    const answers = created.map(({ status, body: { code } }) => [status, code]);
    expect(answers).toEqual(
      expect.arrayContaining([
        [201, undefined],
        [409, "conflict"],
      ]),
    );
    expect(await hq.ask("POST", "/types/home/entries", { body })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    const { body: shown } = await hq.ask("GET", "/types/home/entries/home");
    expect(shown).toMatchObject({ slug: "home", fields: { title: "Home" } });
  });
});

describe("a list of entries", () => {
  test("is paginated in the requested order and filtered", async () => {
    const body = { apiId: "pages", kind: "list", label: "Pages", fields: [] };
    const fields = [{ apiId: "title", label: "Title", type: "text" }];
    await hq.ask("POST", "/types", { body: { ...body, fields } });
    await hq.ask("POST", "/types/pages/schema/publish");
    const titles = ["banana", "cherry", "apple"];
    for (const title of titles) {
      await hq.ask("POST", "/types/pages/entries", { body: { fields: { title } } });
    }
    const list = async (query: string) =>
      (await hq.ask("GET", `/types/pages/entries?${query}`, { as: "viewer" })).body;
    const first = await list("orderBy=title&limit=2");
    expect(first).toMatchObject({
      total: 3,
      entries: [{ title: "apple", state: "draft" }, { title: "banana" }],
    });
    const second = await list(`orderBy=title&limit=2&cursor=${String(first["cursor"])}`);
    expect(second).toMatchObject({ entries: [{ title: "cherry" }] });
    expect(second["cursor"]).toBeUndefined();
    expect(await list("q=CHERRY")).toMatchObject({ entries: [{ title: "cherry" }] });
    expect(await list("state=published")).toMatchObject({ total: 0, entries: [] });
  });

  test("of a site contains entries of all types, last changed first", async () => {
    await makePost(hq, { title: "Found among all" });
    await hq.ask("PUT", "/types/home/entries/home", { body: { fields: { title: "Found, too" } } });
    const { status, body } = await hq.ask("GET", "/entries?q=found&limit=5", { as: "viewer" });
    expect(status).toBe(200);
    expect(body["entries"]).toHaveLength(2);
    const all = (await hq.ask("GET", "/entries?limit=100")).body;
    expect(all["total"]).toBe(Array.isArray(all["entries"]) ? all["entries"].length : -1);
    expect((await hq.ask("GET", "/entries?orderBy=colour")).body["param"]).toBe("orderBy");
  });

  test("of ids contains these entries in order, without missing ones", async () => {
    const [one, two] = [await makePost(hq, { title: "One" }), await makePost(hq, { title: "Two" })];
    const { status, body } = await hq.ask("GET", `/entries?ids=${two.id},egone,${one.id}`);
    expect([status, body]).toMatchObject([
      200,
      { total: 2, entries: [{ title: "Two" }, { title: "One" }] },
    ]);
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["state=gone", "state"],
    ["orderBy=colour", "orderBy"],
  ])("rejects %s", async (query, param) => {
    const { status, body } = await hq.ask("GET", `${POSTS}?${query}`);
    expect([status, body["param"]]).toEqual([400, param]);
  });

  test("rejects a cursor of another list", async () => {
    const { body } = await hq.ask("GET", `${POSTS}?limit=1`);
    const other = await hq.ask("GET", `${POSTS}?state=draft&cursor=${String(body["cursor"])}`);
    expect(other.body["code"]).toBe("invalid_cursor");
  });
});

test("finds each of several files with the same id by slug", async () => {
  const { version } = await makePost(hq, { title: "Twin" }, "twin");
  const { store } = await hq.services.sites.content(hq.site.id);
  const { repository } = store;
  await repository.commit("refs/heads/main", {
    files: new Map([["content/posts/copy.md", await repository.readBlob(version)]]),
    author: { name: "Ann", email: "ann@example.test" },
    message: "Copy",
  });
  await hq.services.sites.followContent(hq.site.id);

  for (const slug of ["twin", "copy"]) {
    const { body } = await hq.ask("GET", `${POSTS}/${slug}`);
    const message = expect.stringContaining(`content/posts/${slug}.md has the same ID as`);
    expect(body).toMatchObject({ slug, problems: [{ path: "id", message }] });
  }
});

describe("deleting", () => {
  test("deletes a draft and returns the entries that reference it", async () => {
    const target = await makePost(hq, { title: "Target" });
    const source = await makePost(hq, { title: "Source", related: [target.id] });
    const references = [
      { live: false, type: "posts", id: source.id, slug: "source", field: "related" },
    ];
    const path = `${POSTS}/${target.id}`;
    expect((await hq.ask("GET", `${path}/references`)).body).toEqual({ references });
    const deleted = await hq.ask("DELETE", path, { as: "writer" });
    expect(deleted.body).toEqual({ id: target.id, unpublished: false, references });
    expect((await hq.ask("GET", path)).status).toBe(404);
  });

  test("rejects an outdated version", async () => {
    const { id, version } = await makePost(hq, { title: "Edited" });
    await hq.ask("PATCH", `${POSTS}/${id}`, { body: { fields: { price: 1 } } });
    expect((await hq.ask("DELETE", `${POSTS}/${id}`, { ifMatch: version })).status).toBe(412);
    expect((await hq.ask("GET", `${POSTS}/${id}`)).status).toBe(200);
  });
});

test("rejects __proto__ as a field and within one (FM-10)", async () => {
  const post = await makePost(hq, { title: "One" });
  for (const fields of [
    '{"title":"x","__proto__":{"a":1}}',
    '{"blocks":[{"__pr\\u006fto__":1}]}',
  ]) {
    const refused = await hq.ask("PATCH", `/types/posts/entries/${post.id}`, {
      raw: `{"fields":${fields}}`,
      headers: { "content-type": "application/json" },
    });
    expect(refused).toMatchObject({ status: 422, body: { code: "invalid" } });
    expect(JSON.stringify(refused.body["errors"])).toContain("__proto__");
  }
});
