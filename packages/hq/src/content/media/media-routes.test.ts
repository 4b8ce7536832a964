import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PLANS } from "../../people/workspaces/usage.ts";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "../entries/entries.fixture.ts";
import { newPicture, sendForm, uploadPicture, usedBytes } from "./media.fixture.ts";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

describe("media records", () => {
  test("are listed page by page, the newest first, and searched", async () => {
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
    await makePost(hq, { title: "Shows it", cover: first });
    expect(await list("q=needle&unused=true")).toMatchObject({ media: [{ id: second }] });
    expect((await hq.ask("GET", `/media/${first}/references`)).body).toMatchObject({
      references: [{ type: "posts", field: "cover", live: false }],
    });
  });

  test("are described by several people at once, and conflicts are told", async () => {
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

  test("are not deleted while something live shows them (MED-12)", async () => {
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
  test("counts the same bytes of a site once, and gives them back with the last record", async () => {
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

  test("that is used up refuses new bytes, and nothing else (MED-11)", async () => {
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
