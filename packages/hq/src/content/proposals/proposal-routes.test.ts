import { expect, onTestFinished, test } from "vitest";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { type MadeEntry, makePost, makeTypes } from "../entries/entries.fixture.ts";

const POSTS = "/types/posts/entries";

interface Proposing {
  readonly hq: SiteApi;
  readonly post: MadeEntry;
  /** The change request. */
  readonly change: string;
  /** The post on its branch. */
  readonly proposed: string;
}

async function propose(): Promise<Proposing> {
  const hq = await startSiteApi();
  onTestFinished(() => hq.close());
  await makeTypes(hq);
  const post = await makePost(hq, { title: "Rain", intro: "Wet." }, "rain");
  await hq.ask("POST", `${POSTS}/${post.id}/publish`);
  const opened = await hq.ask("POST", "/changes", { as: "writer", body: { title: "New words" } });
  const change = `/changes/${String(opened.body["number"])}`;
  return { hq, post, change, proposed: `${change}${POSTS}/${post.id}` };
}

test("an entry is read and saved in a change request as elsewhere, and nothing of it is on main", async () => {
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

  const made = await hq.ask("POST", `${change}${POSTS}`, { body: { fields: { title: "Snow" } } });
  expect(made.body).toMatchObject({ slug: "snow", entry: { state: "draft", title: "Snow" } });
  const slug = await hq.ask("GET", `${change}/types/posts/slug?slug=snow`);
  expect(slug.body).toMatchObject({ free: false, takenBy: { title: "Snow" } });
  expect((await hq.ask("GET", "/types/posts/slug?slug=snow")).body).toMatchObject({ free: true });
});

test("what two people write in one change request is merged, or asked by field", async () => {
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

test("an entry is deleted in a change request, and taken out of it again", async () => {
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

test("unsaved words of a change request and those of main are kept apart", async () => {
  const { hq, post, change, proposed } = await propose();
  const as = "writer";
  const main = `${POSTS}/${post.id}/working-copy`;
  const words = (title: string) => ({ as, body: { fields: { title } } }) as const;
  await hq.ask("PUT", main, words("On main"));
  const kept = await hq.ask("PUT", `${proposed}/working-copy`, words("In the proposal"));
  expect(kept).toMatchObject({ status: 200, body: { change: 1, id: post.id } });
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

  // When it is over its words are still there to be read, and no new ones are taken.
  await hq.ask("PUT", `${proposed}/working-copy`, words("Too late"));
  await hq.ask("POST", `${change}/close`);
  expect(await read(`${proposed}/working-copy`)).toMatchObject({ fields: { title: "Too late" } });
  const late = await hq.ask("PUT", `${proposed}/working-copy`, { ...words("x"), ifMatch: "y" });
  expect(late.status).toBe(409);
});

test("on a site that asks for reviews words are kept and shown all the same", async () => {
  const { hq, post } = await propose();
  await hq.ask("PATCH", "", {
    body: { reviewRequired: true, previewUrl: "https://site.example/draft" },
  });
  const words = { as: "writer", body: { fields: { title: "Typed" } } } as const;
  expect((await hq.ask("PUT", `${POSTS}/${post.id}/working-copy`, words)).status).toBe(200);
  const token = await hq.ask("POST", `${POSTS}/${post.id}/preview-token`, { as: "writer" });
  expect(token.status).toBe(201);
  const publish = { action: "publish", entries: [post.id] };
  const published = await hq.ask("POST", "/entries/bulk", { as: "writer", body: publish });
  expect(published.status).toBe(200);
});

test("an entry is shown as it would be once its change request is merged", async () => {
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
