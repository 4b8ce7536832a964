import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { PLANS } from "../../people/workspaces/usage.ts";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "../entries/entries.fixture.ts";
import { newPicture, sendForm, uploadPicture, usedBytes } from "./media.fixture.ts";

const idsOf = z.array(z.object({ id: z.string() }).transform(({ id }) => id));
const tally = z.object({
  all: z.number(),
  image: z.number(),
  document: z.number(),
  unused: z.number(),
  missingAlt: z.number(),
});

const countsOf = (body: unknown) => z.object({ counts: tally }).parse(body).counts;

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

describe("media records", () => {
  test("are listed in pages, newest first, and searched", async () => {
    hq.time += 1000;
    const first = await uploadPicture(hq, { filename: "first.png", alt: "needle one" });
    hq.time += 1000;
    const second = await uploadPicture(hq, { filename: "second.png", alt: "needle two" });
    const list = async (query: string) =>
      (await hq.ask("GET", `/media?${query}`, { as: "viewer" })).body;
    const page = await list("q=needle&limit=1");
    expect(page).toMatchObject({ media: [{ id: second, filename: "second.png" }] });
    const next = await list(`q=needle&limit=1&cursor=${String(page["cursor"])}`);
    expect(next).toMatchObject({ media: [{ id: first }] });
    const asked = await list(`ids=${first},maaaaaaaaaaaaaaaaaaa,${second}`);
    expect(asked).toMatchObject({ media: [{ id: first }, { id: second }], total: 2 });
    await makePost(hq, { title: "Shows it", cover: first });
    expect(await list("q=needle&unused=true")).toMatchObject({ media: [{ id: second }] });
    expect((await hq.ask("GET", `/media/${first}/references`)).body).toMatchObject({
      references: [{ type: "posts", field: "cover", live: false }],
    });
  });

  test("are filtered by kind or missing alt text, ordered, and counted", async () => {
    const wide = await uploadPicture(hq, { file: newPicture(90, 90), filename: "tally-b.png" });
    const bare = await uploadPicture(hq, { filename: "Tally-a.png", alt: "" });
    const text = { name: "file", value: Buffer.from("a,b\n1,2\n"), filename: "tally-c.csv" };
    const table = String((await sendForm(hq, [text])).body["id"]);
    const list = async (query: string) =>
      (await hq.ask("GET", `/media?q=tally&${query}`, { as: "viewer" })).body;
    const ids = async (query: string) => z.object({ media: idsOf }).parse(await list(query)).media;
    expect(await ids("order=filename")).toEqual([bare, wide, table]);
    expect(await ids("order=-filename&kind=image")).toEqual([wide, bare]);
    expect(await ids("kind=document")).toEqual([table]);
    // Only images need alt text.
    expect(await ids("missingAlt=true")).toEqual([bare]);
    expect(await ids("kind=document&missingAlt=true")).toEqual([]);
    expect(await list("limit=1")).not.toHaveProperty("counts");
    const before = await list("limit=1&counts=true");
    expect(before).toMatchObject({ total: 3, counts: { video: 0, audio: 0 } });
    await hq.ask("PATCH", `/media/${bare}`, { body: { alt: "Tally marks" } });
    await makePost(hq, { title: "Shows the wide one", cover: wide });
    const [was, is] = [countsOf(before), countsOf(await list("counts=true"))];
    expect([is.missingAlt - was.missingAlt, is.unused - was.unused]).toEqual([-1, -1]);
    expect(is.image + is.document).toBe(is.all);
  });

  test("are kept in folders that exist as long as they contain files", async () => {
    const [post, north, south] = [
      await sendForm(hq, [
        { name: "folder", value: " trips / 2026 " },
        { name: "file", value: newPicture(), filename: "folder-b.png" },
      ]),
      await uploadPicture(hq, { filename: "folder-a.png" }),
      await uploadPicture(hq, { filename: "folder-c.png" }),
    ];
    expect(post.body).toMatchObject({ folder: "trips/2026" });
    const sent = String(post.body["id"]);
    const move = async (id: string, folder: string | null) =>
      hq.ask("PATCH", `/media/${id}`, { as: "writer", body: { folder } });
    expect((await move(north, "trips")).body).toMatchObject({ folder: "trips" });
    await move(south, "tripsters");
    await makePost(hq, { title: "Shows the north", cover: north });
    const list = async (query: string) =>
      z
        .object({ folders: z.unknown(), counts: z.unknown(), media: idsOf })
        .parse((await hq.ask("GET", `/media?counts=true&${query}`, { as: "viewer" })).body);
    expect(await list("folder=trips&order=-uses")).toMatchObject({
      media: [north, sent],
      counts: { all: 2, unused: 1 },
      folders: [
        { folder: "trips", files: 1 },
        { folder: "trips/2026", files: 1 },
        { folder: "tripsters", files: 1 },
      ],
    });
    expect((await list("folder=trips/2026")).media).toEqual([sent]);
    expect((await list("folder=nowhere")).media).toEqual([]);
    // Moving a file and editing its alt text don't conflict.
    const { etag = "" } = await hq.ask("GET", `/media/${north}`);
    await move(north, null);
    const described = await hq.ask("PATCH", `/media/${north}`, {
      ifMatch: etag,
      body: { alt: "North" },
    });
    expect(described.body).toMatchObject({ alt: "North" });
    expect(described.body).not.toHaveProperty("folder");
    expect((await move(north, "a/../b")).body).toMatchObject({ code: "invalid" });
    expect(
      (await hq.ask("PATCH", `/media/${north}`, { as: "viewer", body: { folder: "x" } })).status,
    ).toBe(403);
    for (const id of [sent, south]) await move(id, null);
    expect((await list("limit=1")).folders).toEqual([]);
  });

  test("are edited concurrently, with conflicts reported", async () => {
    const id = await uploadPicture(hq);
    const { etag = "" } = await hq.ask("GET", `/media/${id}`);
    const patch = async (body: unknown) =>
      hq.ask("PATCH", `/media/${id}`, { as: "writer", ifMatch: etag, body });
    expect((await patch({ alt: "One" })).body).toMatchObject({ alt: "One" });
    expect((await patch({ focalPoint: { x: 0.25, y: 1 } })).body).toMatchObject({
      alt: "One",
      focalPoint: { x: 0.25, y: 1 },
    });
    expect(await patch({ alt: "Two" })).toMatchObject({
      status: 412,
      body: { conflicts: [{ path: "alt", base: "A cat", ours: "Two", theirs: "One" }] },
    });
    const none = await hq.ask("PATCH", `/media/${id}`, { body: { focalPoint: null } });
    expect(none.body["focalPoint"]).toBeUndefined();
    const wrong = await hq.ask("PATCH", `/media/${id}`, { body: { focalPoint: { x: 2, y: 0 } } });
    expect(wrong.body["errors"]).toMatchObject([{ path: "focalPoint.x" }]);
  });

  test("cannot be deleted while live content uses them (MED-12)", async () => {
    const id = await uploadPicture(hq);
    const entry = await makePost(hq, { title: "With a cover", cover: id });
    await hq.ask("POST", `/types/posts/entries/${entry.id}/publish`);
    expect(await hq.ask("DELETE", `/media/${id}`, { as: "writer" })).toMatchObject({
      status: 409,
      body: { code: "media_in_use", entries: [{ id: entry.id, type: "posts" }] },
    });
    await hq.ask("POST", `/types/posts/entries/${entry.id}/unpublish`);
    expect((await hq.ask("DELETE", `/media/${id}`, { as: "writer" })).body).toEqual({
      id,
      drafts: [{ id: entry.id, type: "posts", slug: entry.slug }],
    });
    expect((await hq.ask("GET", `/media/${id}`)).body["code"]).toBe("not_found");
  });
});

describe("the quota", () => {
  test("counts identical bytes of a site once and releases them with the last record", async () => {
    const before = await usedBytes(hq);
    const file = newPicture();
    const ids = await Promise.all([0, 1, 2].map(async () => uploadPicture(hq, { file })));
    expect(new Set(ids).size).toBe(3);
    const { body } = await hq.ask("GET", `/media/${ids[0]}`);
    const bytes = Number(body["byte_size"]);
    expect(await usedBytes(hq)).toBe(before + bytes);
    for (const id of ids.slice(1)) await hq.ask("DELETE", `/media/${id}`);
    expect(await usedBytes(hq)).toBe(before + bytes);
    await hq.ask("DELETE", `/media/${ids[0]}`);
    expect(await usedBytes(hq)).toBe(before);
  });

  test("counts pushed media and media of duplicated sites", async () => {
    const picture = await uploadPicture(hq);
    const before = await usedBytes(hq);
    const { store } = await hq.services.sites.content(hq.site.id);
    const { id: _id, ...record } = await store.readMedia(picture);
    const imported = {
      ...record,
      id: "mzzzzzzzzzzzzzzzzzzz",
      sha256: "0123456789abcdef".repeat(4),
      byteSize: 5000,
    };
    await store.addMedia(imported, { actor: { name: "import", email: "import@example.test" } });
    await hq.services.sites.follow(hq.site.id);
    expect(await usedBytes(hq)).toBe(before + 5000);
    await hq.ask("DELETE", `/media/${imported.id}`);
    expect(await usedBytes(hq)).toBe(before);
    const copy = await hq.ask("POST", "/duplicate", { as: "admin", body: { name: "A copy" } });
    expect(copy.status).toBe(201);
    expect(await usedBytes(hq)).toBe(before * 2);
  });

  test("rejects only new bytes when used up (MED-11)", async () => {
    const known = newPicture();
    const id = await uploadPicture(hq, { file: known });
    const { database } = hq.services.hq;
    const set = async (bytes: number) =>
      database.updateTable("sites").set({ media_bytes: bytes }).execute();
    const before = await usedBytes(hq);
    await set(PLANS.free.mediaBytes - 1);
    expect(await sendForm(hq, [{ name: "file", value: newPicture() }])).toMatchObject({
      status: 403,
      body: { code: "quota_exceeded" },
    });
    await uploadPicture(hq, { file: known });
    const entry = await makePost(hq, { title: "Still published", cover: id });
    const published = await hq.ask("POST", `/types/posts/entries/${entry.id}/publish`);
    expect(published.status).toBe(200);
    await set(before);
    await uploadPicture(hq);
  });
});
