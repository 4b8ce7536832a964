import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
});
afterAll(async () => hq.close());

const TITLE = { label: "Title", type: "text", required: true };

async function makeType(apiId: string, fields: readonly unknown[] = [TITLE]): Promise<void> {
  const body = { apiId, kind: "list", label: apiId, fields };
  expect((await hq.ask("POST", "/types", { body })).status).toBe(201);
}

describe("content types", () => {
  test("are created by users with permission, with names from labels", async () => {
    const body = {
      kind: "list",
      label: "Blog posts",
      fields: [
        TITLE,
        { label: "Read more", type: "reference", to: ["blog-posts"] },
        { label: "FAQ", type: "repeat", fields: [{ label: "Question", type: "text" }] },
      ],
    };
    const created = await hq.ask("POST", "/types", { as: "editor", body });
    expect(created).toMatchObject({
      status: 201,
      body: { apiId: "blog-posts", version: 0, unpublishedChanges: 3, entries: { all: 0 } },
    });
    const { body: shown, etag } = await hq.ask("GET", "/types/blog-posts/schema");
    expect(shown).toMatchObject({
      schema: {
        apiId: "blog-posts",
        fields: [
          { id: "Title", apiId: "Title", required: true },
          { id: "readMore", apiId: "readMore" },
          { type: "repeat", fields: [{ apiId: "Question" }] },
        ],
      },
    });
    expect(etag).toBe(created.etag);
  });

  test("reject duplicates and invalid names with all problems", async () => {
    await makeType("taken");
    const again = { apiId: "taken", kind: "list", label: "Taken" };
    const unnamed = { ...again, apiId: "", fields: [{ ...TITLE, apiId: "" }] };
    expect((await hq.ask("POST", "/types", { body: unnamed })).body["errors"]).toMatchObject([
      { path: "apiId", message: "Must not be empty." },
      { path: "fields.0.apiId", message: "Must not be empty." },
    ]);
    const once = { ...again, apiId: "once" };
    const created = await Promise.all(
      [1, 2].map(async () => hq.ask("POST", "/types", { body: once })),
    );
    expect(created.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(await hq.ask("POST", "/types", { body: again })).toMatchObject({
      status: 409,
      body: { code: "id_taken", errors: [{ path: "apiId" }] },
    });
    const fields = [
      { ...TITLE, apiId: "slug" },
      { label: "Kind", type: "select", options: [] },
    ];
    const body = { apiId: "wrong", kind: "list", label: "", fields };
    const { status, body: problem } = await hq.ask("POST", "/types", { body });
    expect([status, problem["errors"]]).toEqual([
      422,
      [
        { path: "", message: "The label must not be empty." },
        expect.objectContaining({ path: "slug" }),
        expect.objectContaining({ path: "Kind" }),
      ],
    ]);
  });

  test("reject unknown keys at any depth", async () => {
    const body = {
      apiId: "strict",
      kind: "list",
      label: "Strict",
      fields: [{ ...TITLE, colour: "red" }],
      owner: 1,
    };
    const { status, body: problem } = await hq.ask("POST", "/types", { body });
    expect(status).toBe(422);
    expect(problem["errors"]).toMatchObject([{ path: "fields.0.colour" }, { path: "owner" }]);
  });

  test.each([
    ["viewer", 403],
    ["writer", 403],
    ["stranger", 404],
  ] as const)("cannot be changed by a %s", async (as, status) => {
    const body = { apiId: "mine", kind: "list", label: "Mine" };
    expect((await hq.ask("POST", "/types", { as, body })).status).toBe(status);
  });

  test("are visible to users of the site only", async () => {
    await makeType("seen");
    const { body } = await hq.ask("GET", "/types", { as: "viewer" });
    const seen = await hq.ask("GET", "/types/seen", { as: "viewer" });
    expect(seen.body).toMatchObject({ apiId: "seen", kind: "list" });
    expect(body["types"]).toContainEqual(seen.body);
    expect((await hq.ask("GET", "/types", { as: "stranger" })).body["code"]).toBe("site_not_found");
    expect((await hq.ask("GET", "/types/nowhere")).body["code"]).toBe("content_type_not_found");
  });
});

describe("deleting a type", () => {
  test("removes it if it has no entries, and keeps fixed names", async () => {
    await makeType("short-lived");
    await hq.ask("POST", "/types/short-lived/schema/publish");
    const entries = "/types/short-lived/entries";
    const created = await hq.ask("POST", entries, { body: { fields: { Title: "One" } } });
    const path = `${entries}/${String(created.body["id"])}`;
    await hq.ask("POST", `${path}/publish`);
    const remove = async (asking: object = {}) => hq.ask("DELETE", "/types/short-lived", asking);
    expect(await remove()).toMatchObject({ status: 409, body: { code: "conflict" } });
    const { store } = await hq.services.sites.content(hq.site.id);
    await store.deleteEntry(String(created.body["id"]), {
      actor: { name: "Git", email: "git@example.test" },
    });
    await hq.services.sites.follow(hq.site.id);
    expect((await remove()).status).toBe(409);
    await hq.ask("POST", `${path}/unpublish`);
    expect((await remove({ as: "writer" })).status).toBe(403);
    expect((await remove({ ifMatch: "0".repeat(40) })).status).toBe(412);
    expect((await remove({ as: "editor" })).status).toBe(204);
    expect((await remove()).body["code"]).toBe("content_type_not_found");
    expect(store.problems()).toEqual([]);
    const fields = [{ ...TITLE, id: "Title", apiId: "headline" }];
    const again = { apiId: "short-lived", kind: "list", label: "Again", fields };
    expect((await hq.ask("POST", "/types", { body: again })).body["code"]).toBe("api_id_fixed");
  });
});

describe("a schema", () => {
  test("is published as the next version only if it changed", async () => {
    await makeType("versions");
    const publish = () =>
      hq.ask("POST", "/types/versions/schema/publish", { as: "editor", body: undefined });
    expect((await publish()).body).toEqual({ version: 1, changed: true });
    expect((await publish()).body).toEqual({ version: 1, changed: false });
    const fields = [{ apiId: "Title", ...TITLE, label: "Headline", group: "Head" }];
    const saved = await hq.ask("PUT", "/types/versions/schema", {
      body: { label: "Versions", fields },
    });
    expect(saved.body).toMatchObject({
      schema: { label: "Versions", fields: [{ id: "Title", label: "Headline", group: "Head" }] },
      published: { version: 1, label: "versions" },
      changes: [
        { kind: "type_renamed" },
        { kind: "field_renamed", field: "Title" },
        { kind: "group_changed", field: "Title", before: "", after: "Head" },
      ],
    });
    expect((await publish()).body).toEqual({ version: 2, changed: true });
  });

  test("keeps published parts fixed", async () => {
    await makeType("fixed");
    await hq.ask("POST", "/types/fixed/schema/publish");
    const put = async (body: unknown) =>
      (await hq.ask("PUT", "/types/fixed/schema", { body })).body;
    expect(await put({ apiId: "other", label: "x", fields: [] })).toMatchObject({
      code: "api_id_fixed",
    });
    const renamed = [{ ...TITLE, id: "Title", apiId: "headline" }];
    expect(await put({ label: "x", fields: renamed })).toMatchObject({
      code: "api_id_fixed",
      errors: [{ path: "headline" }],
    });
    const retyped = [{ ...TITLE, id: "Title", apiId: "Title", type: "number" }];
    expect(await put({ label: "x", fields: retyped })).toMatchObject({ code: "invalid_schema" });
  });

  test("keeps field limits and rejects impossible ones", async () => {
    const minutes = { label: "Minutes", type: "number", min: 1, max: 60, integer: true };
    const line = { label: "Line", type: "text", maxLength: 80 };
    await makeType("limited", [minutes, line]);
    const { body } = await hq.ask("GET", "/types/limited/schema");
    expect(body).toMatchObject({ schema: { fields: [minutes, line] } });
    const fields = [{ ...minutes, max: 0 }];
    const refused = await hq.ask("PUT", "/types/limited/schema", { body: { label: "x", fields } });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: "Minutes" }] } });
  });

  test("never reuses the id of a deleted field", async () => {
    await makeType("reused");
    await hq.ask("POST", "/types/reused/schema/publish");
    await hq.ask("PUT", "/types/reused/schema", { body: { label: "Reused", fields: [] } });
    await hq.ask("POST", "/types/reused/schema/publish");
    const { body } = await hq.ask("PUT", "/types/reused/schema", {
      body: { label: "Reused", fields: [TITLE] },
    });
    expect(body).toMatchObject({ schema: { fields: [{ id: "Title_2", apiId: "Title" }] } });
  });

  test("merges concurrent changes and reports conflicts", async () => {
    await makeType("shared");
    const { etag = "" } = await hq.ask("GET", "/types/shared/schema");
    const put = async (body: unknown) =>
      hq.ask("PUT", "/types/shared/schema", { body, ifMatch: etag });
    const title = { ...TITLE, id: "Title", apiId: "Title" };
    expect((await put({ label: "Ours", fields: [title] })).status).toBe(200);
    const merged = await put({ label: "shared", fields: [{ ...title, label: "Headline" }] });
    expect(merged.body).toMatchObject({
      schema: { label: "Ours", fields: [{ label: "Headline" }] },
    });
    const conflict = await put({ label: "Theirs", fields: [title] });
    expect(conflict).toMatchObject({
      status: 412,
      body: {
        code: "stale",
        conflicts: [{ path: "label", base: "shared", ours: "Theirs", theirs: "Ours" }],
      },
    });
  });

  test("previews its JSON, even before saving", async () => {
    await makeType("sampled");
    const { body } = await hq.ask("GET", "/types/sampled/sample", { as: "viewer" });
    expect(body).toMatchObject({ contents: [{ Title: expect.any(String) }], totalCount: 1 });
    const fields = [{ label: "Is new", type: "boolean" }];
    const preview = await hq.ask("POST", "/types/unsaved/sample", {
      as: "viewer",
      body: { label: "x", kind: "object", fields },
    });
    expect(preview).toMatchObject({ status: 200, body: { isNew: expect.any(Boolean) } });
    expect((await hq.ask("GET", "/types/unsaved")).status).toBe(404);
  });

  test("reports the impact of publishing", async () => {
    await makeType("impact");
    const { status, body } = await hq.ask("GET", "/types/impact/schema/impact");
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ version: 0, entries: 0, effects: [] }),
    ]);
  });
});

describe("the first entry of a type", () => {
  test("publishes the first version, only for users who can change schemas", async () => {
    await makeType("begun");
    const entries = "/types/begun/entries";
    const write = (as: "writer" | "editor", fields: object) =>
      hq.ask("POST", entries, { as, body: { fields } });
    expect(await write("writer", { Title: "One" })).toMatchObject({
      status: 422,
      body: { code: "invalid_schema" },
    });
    expect((await write("editor", { Headline: "One" })).status).toBe(422);
    expect((await hq.ask("GET", "/types/begun")).body["version"]).toBe(0);
    expect((await write("editor", { Title: "One" })).status).toBe(201);
    expect((await hq.ask("GET", "/types/begun")).body).toMatchObject({ version: 1, fields: 1 });
    expect((await write("writer", { Title: "Two" })).status).toBe(201);
  });
});

describe("the published versions of a schema", () => {
  const BODY = { label: "Body", type: "textarea" };

  test("are listed with author and time", async () => {
    await makeType("past", [TITLE]);
    await hq.ask("POST", "/types/past/schema/publish", { as: "editor" });
    const fields = [{ ...TITLE, label: "Headline", apiId: "Title" }, BODY];
    await hq.ask("PUT", "/types/past/schema", { body: { label: "Past", fields } });
    await hq.ask("POST", "/types/past/schema/publish");
    const { body } = await hq.ask("GET", "/types/past/versions", { as: "viewer" });
    expect(body["versions"]).toMatchObject([
      { version: 2, schema: { fields: [{ label: "Headline" }, { label: "Body" }] } },
      {
        version: 1,
        when: "2026-11-20T12:00:00.000Z",
        author: { name: expect.any(String) },
        schema: { fields: [{ label: "Title" }] },
      },
    ]);
  });

  test("still have values of deleted fields in named entries", async () => {
    await makeType("holding", [TITLE, BODY]);
    await hq.ask("POST", "/types/holding/schema/publish");
    const entries = "/types/holding/entries";
    const make = async (fields: object): Promise<string> =>
      String((await hq.ask("POST", entries, { body: { fields } })).body["id"]);
    const live = await make({ Title: "Live", Body: "Words" });
    const resaved = await make({ Title: "Saved again", Body: "Others" });
    await make({ Title: "Empty" });
    await hq.ask("POST", `${entries}/${live}/publish`);
    const deleted = async () =>
      (await hq.ask("GET", "/types/holding/schema/deleted")).body["fields"];
    expect(await deleted()).toEqual([]);
    await hq.ask("PUT", "/types/holding/schema", {
      body: { label: "Holding", fields: [{ ...TITLE, apiId: "Title" }] },
    });
    await hq.ask("POST", "/types/holding/schema/publish");
    // Its value stays in the file, under a key unknown to the schema.
    await hq.ask("PATCH", `${entries}/${resaved}`, { body: { fields: { Title: "Anew" } } });
    const deletedFields = [
      {
        field: { id: "Body", label: "Body" },
        lastVersion: 1,
        files: { count: 2, ids: expect.arrayContaining([live, resaved]) },
        live: { count: 1, ids: [live] },
      },
    ];
    expect(await deleted()).toMatchObject(deletedFields);
    await hq.ask("PATCH", `${entries}/${live}`, { body: { fields: { Title: "Live again" } } });
    await hq.ask("POST", `${entries}/${live}/publish`);
    expect(await deleted()).toMatchObject([{ files: { count: 2 }, live: { count: 0 } }]);
  });

  test("is previewed without saving: impact and JSON of a real entry", async () => {
    await makeType("looked-at", [TITLE]);
    await hq.ask("POST", "/types/looked-at/schema/publish");
    const created = await hq.ask("POST", "/types/looked-at/entries", {
      body: { slug: "one", fields: { Title: "One" } },
    });
    const minutes = { label: "Minutes", type: "number", required: true };
    const body = { label: "Looked at", fields: [{ ...TITLE, apiId: "Title" }, minutes] };
    const impact = await hq.ask("POST", "/types/looked-at/schema/impact", { as: "viewer", body });
    expect(impact.body).toMatchObject({
      version: 1,
      entries: 1,
      effects: [{ kind: "missing", field: "Minutes", count: 1, ids: [created.body["id"]] }],
    });
    const path = "/types/looked-at/sample?entry=one";
    const sample = await hq.ask("POST", path, { as: "viewer", body });
    expect(sample.body).toMatchObject({ slug: "one", Title: "One" });
    expect(sample.body).not.toHaveProperty("Minutes");
    const renamed = { ...body, fields: [{ ...TITLE, label: "Headline", apiId: "headline" }] };
    expect((await hq.ask("POST", path, { body: renamed })).body).not.toHaveProperty("Title");
    expect((await hq.ask("POST", `${path}-more`, { body })).body["code"]).toBe("content_not_found");
    expect((await hq.ask("GET", "/types/looked-at")).body).toMatchObject({ unpublishedChanges: 0 });
  });

  test("is shown if the working schema cannot be read, with all problems and lines", async () => {
    await makeType("broken", [TITLE]);
    await hq.ask("POST", "/types/broken/schema/publish");
    const { store } = await hq.services.sites.content(hq.site.id);
    const breakFile = async (apiId: string, text: string): Promise<void> => {
      const files = new Map([[`types/${apiId}/type.yml`, Buffer.from(text)]]);
      await store.repository.commit("refs/heads/main", {
        files,
        author: { name: "Git", email: "git@example.test" },
        when: new Date(),
        message: "Break it",
        trailers: {},
      });
      await store.refresh();
      await hq.services.sites.follow(hq.site.id);
    };
    await breakFile("broken", "apiId: broken\nkind: list\nlabel: Broken\nfields:\n  - id: x\n");
    await breakFile("unreadable", "apiId: [\n");
    const { body, etag = "" } = await hq.ask("GET", "/types/broken/schema");
    expect(body).toMatchObject({
      schema: { label: "broken" },
      problems: expect.arrayContaining([{ message: expect.any(String), line: 5 }]),
    });
    const { broken } = (await hq.ask("GET", "/types", { as: "viewer" })).body;
    expect(broken).toMatchObject([
      { apiId: "broken", path: "types/broken/type.yml" },
      { apiId: "unreadable", problems: [{ line: expect.any(Number) }] },
    ]);
    // Writing the published schema to the file repairs it.
    const repaired = await hq.ask("PUT", "/types/broken/schema", {
      body: { label: "broken", fields: [{ ...TITLE, id: "Title", apiId: "Title" }] },
      ifMatch: etag,
    });
    expect(repaired).toMatchObject({ status: 200, body: { problems: [], changes: [] } });
    const created = await hq.ask("POST", "/types", {
      body: { apiId: "unreadable", kind: "list", label: "Anew" },
    });
    expect(created.status).toBe(201);
    expect((await hq.ask("GET", "/types")).body["broken"]).toEqual([]);
  });
});

test("lists the fields that reference a type", async () => {
  await makeType("people");
  const author = { label: "Author", type: "reference", to: ["people"] };
  const rows = { label: "Rows", type: "repeat", fields: [author] };
  await makeType("articles", [author, rows]);
  expect((await hq.ask("GET", "/types/people")).body).toMatchObject({
    referredToBy: [
      { type: "articles", field: "Author" },
      { type: "articles", field: "Rows.Author" },
    ],
  });
});
