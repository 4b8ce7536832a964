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
  test("are made by who may change schemas, with names made of labels", async () => {
    const body = {
      kind: "list",
      label: "Blog posts",
      fields: [
        TITLE,
        { label: "Read more", type: "reference", to: ["blog-posts"] },
        { label: "FAQ", type: "repeat", fields: [{ label: "Question", type: "text" }] },
      ],
    };
    const made = await hq.ask("POST", "/types", { as: "editor", body });
    expect(made).toMatchObject({
      status: 201,
      body: { apiId: "blog-posts", version: 0, unpublishedChanges: 3, entries: { all: 0 } },
    });
    const { body: shown, etag } = await hq.ask("GET", "/types/blog-posts/schema");
    expect(shown).toMatchObject({
      schema: {
        apiId: "blog-posts",
        fields: [
          { id: "Title", apiId: "Title", required: true },
          { id: "read_more", apiId: "readMore" },
          { type: "repeat", fields: [{ apiId: "Question" }] },
        ],
      },
    });
    expect(etag).toBe(made.etag);
  });

  test("are not made twice, and not with names that cannot be ones: all problems at once", async () => {
    await makeType("taken");
    const again = { apiId: "taken", kind: "list", label: "Taken" };
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

  test("refuse unknown keys at any depth", async () => {
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
  ] as const)("are not changed by a %s", async (as, status) => {
    const body = { apiId: "mine", kind: "list", label: "Mine" };
    expect((await hq.ask("POST", "/types", { as, body })).status).toBe(status);
  });

  test("are read by everyone who sees the site, and by nobody else", async () => {
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
  test("takes it away when it has no entries, and keeps what it was fixed", async () => {
    await makeType("short-lived");
    await hq.ask("POST", "/types/short-lived/schema/publish");
    const entries = "/types/short-lived/entries";
    const made = await hq.ask("POST", entries, { body: { fields: { Title: "One" } } });
    const path = `${entries}/${String(made.body["id"])}`;
    await hq.ask("POST", `${path}/publish`);
    const remove = async (asking: object = {}) => hq.ask("DELETE", "/types/short-lived", asking);
    expect(await remove()).toMatchObject({ status: 409, body: { code: "conflict" } });
    const { store } = await hq.services.sites.content(hq.site.id);
    await store.deleteEntry(String(made.body["id"]), {
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
  test("is published as the next version, by whoever changes it, and only when it changed", async () => {
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
      changes: [{ kind: "type_renamed" }, { kind: "field_renamed", field: "Title" }],
    });
    expect((await publish()).body).toEqual({ version: 2, changed: true });
  });

  test("keeps what was published fixed", async () => {
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

  test("never gives the id of a field that was deleted to a new one", async () => {
    await makeType("reused");
    await hq.ask("POST", "/types/reused/schema/publish");
    await hq.ask("PUT", "/types/reused/schema", { body: { label: "Reused", fields: [] } });
    await hq.ask("POST", "/types/reused/schema/publish");
    const { body } = await hq.ask("PUT", "/types/reused/schema", {
      body: { label: "Reused", fields: [TITLE] },
    });
    expect(body).toMatchObject({ schema: { fields: [{ id: "Title_2", apiId: "Title" }] } });
  });

  test("merges what two people changed of one version, and tells what both changed", async () => {
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

  test("shows the JSON that it will be published as, also before it is saved", async () => {
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

  test("says what publishing it would mean", async () => {
    await makeType("impact");
    const { status, body } = await hq.ask("GET", "/types/impact/schema/impact");
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ version: 0, entries: 0, effects: [] }),
    ]);
  });
});
