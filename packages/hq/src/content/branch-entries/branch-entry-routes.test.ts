import { expect, onTestFinished, test } from "vitest";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { type MadeEntry, makePost, makeTypes } from "../entries/entries.fixture.ts";

const POSTS = "/types/posts/entries";

interface BranchPost {
  readonly hq: SiteApi;
  readonly post: MadeEntry;
  /** Path of the change request. */
  readonly change: string;
  /** Path of the post on its branch. */
  readonly proposed: string;
}

async function propose(): Promise<BranchPost> {
  const hq = await startSiteApi();
  onTestFinished(() => hq.close());
  await makeTypes(hq);
  const post = await makePost(hq, { title: "Rain", intro: "Wet." }, "rain");
  await hq.ask("POST", `${POSTS}/${post.id}/publish`);
  const opened = await hq.ask("POST", "/changes", { as: "writer", body: { title: "New words" } });
  const change = `/changes/${String(opened.body["number"])}`;
  return { hq, post, change, proposed: `${change}${POSTS}/${post.id}` };
}

test("reads and saves an entry in a change request without changing main", async () => {
  const { hq, post, change, proposed } = await propose();
  const before = await hq.ask("GET", proposed, { as: "viewer" });
  expect(before).toMatchObject({
    status: 200,
    etag: post.version,
    body: { id: post.id, title: "Rain", state: "published", live: { slug: "rain" } },
  });

  const fields = { title: "More rain" };
  const saved = await hq.ask("PATCH", proposed, { as: "writer", body: { fields } });
  const entry = {
    title: "More rain",
    state: "changed",
    fields: { title: "More rain", intro: "Wet." },
  };
  expect(saved).toMatchObject({ status: 200, body: { changed: true, entry } });
  expect(saved.etag).toBe(Object(saved.body["entry"]).version);
  expect((await hq.ask("GET", proposed)).body).toEqual(saved.body["entry"]);
  expect((await hq.ask("GET", `${POSTS}/${post.id}`)).body).toMatchObject({ title: "Rain" });
  const refused = await hq.ask("PATCH", proposed, { as: "viewer", body: { fields } });
  expect(refused.status).toBe(403);

  const created = await hq.ask("POST", `${change}${POSTS}`, {
    body: { fields: { title: "Snow" } },
  });
  expect(created.body).toMatchObject({ slug: "snow", entry: { state: "draft", title: "Snow" } });
  const slug = await hq.ask("GET", `${change}/types/posts/slug?slug=snow`);
  expect(slug.body).toMatchObject({ free: false, takenBy: { title: "Snow" } });
  expect((await hq.ask("GET", "/types/posts/slug?slug=snow")).body).toMatchObject({ free: true });
});

test("merges edits of two users in one change request, or reports conflicts by field", async () => {
  const { hq, post, proposed } = await propose();
  await hq.ask("PATCH", proposed, { as: "editor", body: { fields: { title: "Hail" } } });
  const ifMatch = post.version;
  const merged = await hq.ask("PATCH", proposed, { ifMatch, body: { fields: { intro: "Dry." } } });
  expect(merged.body["entry"]).toMatchObject({
    fromOthers: ["title"],
    fields: { title: "Hail", intro: "Dry." },
  });
  const stale = await hq.ask("PATCH", proposed, { ifMatch, body: { fields: { title: "Snow" } } });
  expect(stale).toMatchObject({
    status: 412,
    body: { conflicts: [{ path: "title", ours: "Snow", theirs: "Hail" }] },
  });
});

test("deletes an entry in a change request, and resets it", async () => {
  const { hq, post, change, proposed } = await propose();
  await hq.ask("PATCH", proposed, { body: { slug: "drizzle", fields: { title: "Drizzle" } } });
  const gone = await hq.ask("DELETE", proposed, { as: "writer" });
  expect(gone).toMatchObject({ status: 200, body: { id: post.id } });
  expect((await hq.ask("GET", proposed)).status).toBe(404);
  expect((await hq.ask("GET", change)).body).toMatchObject({ entries: [{ kind: "removed" }] });
  expect((await hq.ask("GET", `${POSTS}/${post.id}`)).status).toBe(200);

  expect((await hq.ask("POST", `${proposed}/take-out`, { as: "writer" })).status).toBe(200);
  expect((await hq.ask("GET", proposed)).body).toMatchObject({ slug: "rain", title: "Rain" });
  const added = await hq.ask("POST", `${change}${POSTS}`, { body: { fields: { title: "Snow" } } });
  const snow = `${change}${POSTS}/${String(added.body["id"])}`;
  expect((await hq.ask("POST", `${snow}/take-out`)).status).toBe(200);
  expect((await hq.ask("GET", snow)).status).toBe(404);
  expect((await hq.ask("GET", change)).body).toMatchObject({ entries: [] });
  const untouched = await hq.ask("POST", `${proposed}/take-out`);
  expect([untouched.status, (await hq.ask("GET", proposed)).status]).toEqual([200, 200]);
});

test("stores unsaved edits of a change request separately from those of main", async () => {
  const { hq, post, change, proposed } = await propose();
  const as = "writer";
  const main = `${POSTS}/${post.id}/working-copy`;
  const editsOf = (title: string) => ({ as, body: { fields: { title } } }) as const;
  await hq.ask("PUT", main, editsOf("On main"));
  const stored = await hq.ask("PUT", `${proposed}/working-copy`, editsOf("In the proposal"));
  expect(stored).toMatchObject({ status: 200, body: { change: 1, id: post.id } });
  const read = async (path: string) => (await hq.ask("GET", path, { as })).body["workingCopy"];
  expect(await read(main)).toMatchObject({ fields: { title: "On main" } });
  expect(await read(`${proposed}/working-copy`)).toMatchObject({
    fields: { title: "In the proposal" },
  });
  const all = await hq.ask("GET", "/working-copies", { as });
  expect(all.body["workingCopies"]).toHaveLength(2);

  await hq.ask("DELETE", `${proposed}/working-copy`, { as });
  expect(await read(`${proposed}/working-copy`)).toBeNull();
  expect(await read(main)).toMatchObject({ fields: { title: "On main" } });

  // After it ends, the edits can still be read, but no new ones are stored.
  await hq.ask("PUT", `${proposed}/working-copy`, editsOf("Too late"));
  await hq.ask("POST", `${change}/close`);
  expect(await read(`${proposed}/working-copy`)).toMatchObject({ fields: { title: "Too late" } });
  const late = await hq.ask("PUT", `${proposed}/working-copy`, { ...editsOf("x"), ifMatch: "y" });
  expect(late.status).toBe(409);
});

test("stores and previews unsaved edits on a site that requires reviews", async () => {
  const { hq, post } = await propose();
  await hq.ask("PATCH", "", {
    body: { reviewRequired: true, previewUrl: "https://site.example/draft" },
  });
  const edits = { as: "writer", body: { fields: { title: "Typed" } } } as const;
  expect((await hq.ask("PUT", `${POSTS}/${post.id}/working-copy`, edits)).status).toBe(200);
  const token = await hq.ask("POST", `${POSTS}/${post.id}/preview-token`, { as: "writer" });
  expect(token.status).toBe(201);
  const publish = { action: "publish", entries: [post.id] };
  const published = await hq.ask("POST", "/entries/bulk", { as: "writer", body: publish });
  expect(published.status).toBe(200);
});

test("previews an entry as it will be after merging", async () => {
  const { hq, change, proposed, post } = await propose();
  await hq.ask("PATCH", proposed, { body: { fields: { body: "It *rained*.", title: "Wet" } } });
  const shown = await hq.ask("GET", `${proposed}/preview`, { as: "viewer" });
  expect(shown.body).toMatchObject({
    json: { id: post.id, title: "Wet" },
    texts: [{ path: "body", html: expect.stringContaining("<em>rained</em>") }],
  });
  const check = await hq.ask("GET", `${proposed}/validate`);
  expect(check.body).toMatchObject({ problems: [], changes: { fields: [{ path: "title" }, {}] } });

  expect((await hq.ask("GET", `${change}/preview-page`)).status).toBe(404);
  await hq.ask("PATCH", "", { body: { previewUrl: "https://site.example/draft" } });
  const url = `${hq.url}/sites/${hq.site.id}${change}/preview-page?entry=${post.id}`;
  const page = await fetch(url, { headers: hq.headersOf("writer") });
  expect(page.headers.get("content-security-policy")).toContain("frame-src https://site.example;");
  expect(await page.text()).toContain(`?id=${post.id}&#38;slug=rain&#38;type=posts&#38;draftKey=`);
  expect((await hq.ask("GET", `${change}/preview-page`, { as: "viewer" })).status).toBe(403);
});

test("opens a change request together with its entry, or not at all", async () => {
  const { hq, post } = await propose();
  const as = "writer";
  const open = (entry: object, more: object = {}) =>
    hq.ask("POST", "/proposals", { as, body: { title: "Shorter", entry, ...more } });
  const changed = await open(
    { type: "posts", id: post.id, version: post.version, fields: { intro: "Wet" } },
    { draft: true },
  );
  expect(changed).toMatchObject({
    status: 201,
    body: {
      change: { number: 2, draft: true },
      entry: { fields: { title: "Rain", intro: "Wet" } },
    },
  });
  const added = await open({ type: "posts", fields: { title: "Snow" } });
  expect(added.body).toMatchObject({
    change: { number: 3, draft: false },
    entry: { slug: "snow" },
  });
  const gone = await open({ type: "posts", id: post.id, deleted: true });
  expect(gone.body).toEqual({ change: expect.objectContaining({ number: 4 }) });

  const wrong = await open({ type: "posts", fields: { price: "dear" } });
  expect(wrong).toMatchObject({ status: 422, body: { code: "invalid_entry" } });
  const list = await hq.ask("GET", "/changes?state=open");
  expect(list.body).toMatchObject({ totalCount: 4 });
  const next = await open({ type: "posts", fields: { title: "Hail" } });
  expect(next.body).toMatchObject({ change: { number: 5, branch: "change/5-shorter" } });

  const touching = await hq.ask("GET", `/proposed-entries?entry=${post.id}`, { as: "viewer" });
  expect(touching.body["changes"]).toEqual([
    {
      number: 4,
      title: "Shorter",
      draft: false,
      entries: [{ id: post.id, type: "posts", kind: "removed" }],
    },
    {
      number: 2,
      title: "Shorter",
      draft: true,
      entries: [{ id: post.id, type: "posts", kind: "changed" }],
    },
  ]);
});

test("does not merge a draft, and reopens a closed change request", async () => {
  const { hq, change, proposed } = await propose();
  const as = "writer";
  await hq.ask("PATCH", proposed, { as, body: { fields: { title: "More rain" } } });
  await hq.ask("PATCH", change, { as, body: { draft: true } });
  expect((await hq.ask("GET", change)).body).toMatchObject({
    change: { draft: true },
    merge: { possible: false, blockedBy: ["draft"] },
  });
  expect((await hq.ask("POST", `${change}/merge`)).status).toBe(409);
  expect((await hq.ask("GET", "/changes")).body).toMatchObject({ counts: { unread: 0 } });
  await hq.ask("PATCH", change, { as, body: { draft: false } });
  expect((await hq.ask("GET", "/changes")).body).toMatchObject({ counts: { unread: 1 } });

  expect((await hq.ask("POST", `${change}/reopen`, { as })).status).toBe(409);
  await hq.ask("POST", `${change}/close`, { as });
  const again = await hq.ask("POST", `${change}/reopen`, { as });
  expect(again).toMatchObject({ status: 200, body: { state: "open", endedAt: null } });
  expect((await hq.ask("POST", `${change}/merge`, { as })).status).toBe(200);
  expect((await hq.ask("POST", `${change}/reopen`, { as })).status).toBe(409);
});

test("checks publish problems, effects, and overlapping change requests", async () => {
  const { hq, post, change, proposed } = await propose();
  const linking = await makePost(hq, { title: "Weather", related: [post.id] }, "weather");
  await hq.ask("POST", `${POSTS}/${linking.id}/publish`);
  await hq.ask("PATCH", proposed, { body: { fields: { title: "Hail", intro: "Hard." } } });
  const added = await hq.ask("POST", `${change}${POSTS}`, { body: { fields: { intro: "x" } } });
  const id = added.body["id"];
  const before = await hq.ask("GET", `${change}/checks`, { as: "viewer" });
  expect(before.body).toEqual({
    head: added.body["commit"],
    behind: true,
    entries: [{ id, problems: [{ path: "title", message: expect.any(String) }], warnings: [] }],
    live: expect.arrayContaining([
      { id: post.id, kind: "changed" },
      { id, kind: "new" },
    ]),
    shownIn: [{ id: linking.id, type: "posts", slug: "weather", title: "Weather" }],
    main: [],
    overlaps: [],
    schemas: [],
  });

  await hq.ask("PATCH", `${POSTS}/${post.id}`, { as: "editor", body: { fields: { price: 3 } } });
  await hq.ask("POST", "/proposals", {
    as: "writer",
    body: { title: "Snow", entry: { type: "posts", id: post.id, fields: { title: "Snow" } } },
  });
  expect((await hq.ask("GET", `${change}/checks`)).body).toMatchObject({
    behind: true,
    main: [{ id: post.id, gone: false, fields: ["Price"], by: "editor" }],
    overlaps: [{ number: 2, title: "Snow", entries: [{ id: post.id, fields: ["Title"] }] }],
  });
});

test("unpublishes what a published merge deletes", async () => {
  const { hq, post, change, proposed } = await propose();
  await hq.ask("DELETE", proposed);
  expect((await hq.ask("GET", `${change}/checks`)).body).toMatchObject({
    live: [{ id: post.id, kind: "removed" }],
  });
  const merged = await hq.ask("POST", `${change}/merge`, { body: { publish: true } });
  expect(merged.body).toMatchObject({ published: 0, unpublished: 1 });
  expect((await hq.ask("GET", `${POSTS}/${post.id}`)).status).toBe(404);
});

const faq = (answer: string) => [{ id: "r1", question: "Why?", answer }];

test("shows conflict values in response format with their entry", async () => {
  const { hq, post, change, proposed } = await propose();
  await hq.ask("PATCH", proposed, { body: { fields: { kind: "a", faq: faq("So.") } } });
  await hq.ask("PATCH", `${POSTS}/${post.id}`, {
    body: { fields: { kind: "b", faq: faq("No.") } },
  });
  const entry = { id: post.id, type: "posts", slug: "rain", title: "Rain" };
  const { body } = await hq.ask("GET", change);
  expect(Object(body["merge"]).conflicts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: "kind", base: null, main: "b", branch: "a", entry }),
      expect.objectContaining({ path: "faq[r1].answer", main: "No.", branch: "So.", entry }),
    ]),
  );
  await hq.ask("DELETE", `${POSTS}/${post.id}`);
  const gone = await hq.ask("GET", change);
  expect(Object(gone.body["merge"]).conflicts).toEqual([
    expect.objectContaining({
      path: "",
      main: null,
      branch: expect.objectContaining({ title: "Rain", faq: faq("So.") }),
      entry,
    }),
  ]);
});
