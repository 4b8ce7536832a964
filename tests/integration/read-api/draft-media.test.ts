import { createHash, randomBytes } from "node:crypto";
import { type MediaRecord, newId } from "@loam/cms-core";
import { mediaPath, printMediaFile } from "@loam/cms-core/content";
import { originalKey, sumsKey, variantKey } from "@loam/cms-core/media";
import { regenerateDraftKey } from "@loam/hq";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReadApiSite, startReadApiSite } from "../../support/hq/read-api-site.ts";

const ACTOR = { name: "Ann", email: "ann@example.test" };
const HOUR_MS = 60 * 60_000;
const COMMON = { required: false, multiple: false } as const;

let site: ReadApiSite;
let draftKey = "";
let time = Date.parse("2026-11-20T09:30:00.000Z");
const now = (): Date => new Date(time);

beforeAll(async () => {
  site = await startReadApiSite({}, { now });
  const fields = [
    { ...COMMON, id: "title", apiId: "title", label: "Title", type: "text" },
    { ...COMMON, id: "cover", apiId: "cover", label: "Cover", type: "media", accept: "image" },
    { ...COMMON, id: "body", apiId: "body", label: "Body", type: "richtext" },
  ] as const;
  await site.store.saveType(
    { apiId: "pages", kind: "list", label: "Pages", fields },
    { actor: ACTOR },
  );
  await site.store.publishSchema("pages", { actor: ACTOR });
});
afterAll(() => site.close());

interface Stored {
  readonly record: MediaRecord;
  readonly original: Buffer;
  readonly small: Buffer;
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function addPicture(): Promise<Stored> {
  const [original, small] = [randomBytes(100), randomBytes(50)];
  const record: MediaRecord = {
    id: newId("media"),
    sha256: hashOf(original),
    filename: "schöne-aussicht.png",
    mimeType: "image/png",
    byteSize: original.length,
    width: 640,
    height: 480,
    alt: "",
    createdAt: "2026-01-01T00:00:00.000Z",
    variants: [{ width: 320, format: "webp" }],
  };
  const storage = await site.running.hq.storages.openMedia();
  await storage.put(originalKey(record), original);
  await storage.put(variantKey(record, { width: 320, format: "webp" }), small);
  await storage.put(sumsKey(record), Buffer.from(JSON.stringify({ "320.webp": hashOf(small) })));
  const files = new Map([[mediaPath(record.id), printMediaFile(record)]]);
  await site.store.applyFiles(files, { actor: ACTOR, message: "Add a picture" });
  return { record, original, small };
}

interface Page {
  readonly id: string;
  readonly picture: Stored;
}

async function savePage(slug: string): Promise<Page> {
  ({ draftKey } = await regenerateDraftKey(site.running.hq.database, site.siteId, { now }));
  const picture = await addPicture();
  const { id } = picture.record;
  const body = `Look: ![A view](media:${id}) and ![again](<media:${id}>).`;
  return { id: await site.save("pages", slug, { title: slug, cover: { id }, body }), picture };
}

interface Shown {
  readonly url: string;
  readonly small: string;
  readonly inText: readonly string[];
}

async function show(slug: string, query = ""): Promise<Shown> {
  const answer = await site.get(`/pages/${slug}?draftKey=${draftKey}${query}`);
  const { cover, body } = Object(await answer.json());
  const inText = [...String(body).matchAll(/http[^\s")>]+/g)].map(([url]) => url);
  return { url: cover.url, small: cover.variants[0].url, inText };
}

async function bytesAt(url: string): Promise<Buffer> {
  const response = await fetch(url, { redirect: "error" });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test("opens private media by a draft's URLs, in objects and texts", async () => {
  const { picture } = await savePage("draft");
  const { url, small, inText } = await show("draft");
  expect(await bytesAt(url)).toEqual(picture.original);
  expect(await bytesAt(small)).toEqual(picture.small);
  expect(inText).toEqual([url, url]);
  const html = await site.get(`/pages/draft?draftKey=${draftKey}&profile=microcms`);
  expect(Object(await html.json()).body).toContain(`src="${url}"`);
  const { headers } = await fetch(url);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "image/png",
    "cross-origin-resource-policy": "cross-origin",
    "x-robots-tag": "noindex",
    "content-security-policy": expect.stringContaining("sandbox"),
    "cache-control": expect.stringMatching(/^private, max-age=\d+$/),
  });
});

test("returns the same URLs for an hour, which expire within two", async () => {
  await savePage("hour");
  const path = `/pages/hour?draftKey=${draftKey}`;
  const tag = (await site.get(path)).headers.get("etag");
  time += HOUR_MS / 4;
  const again = await site.get(path);
  expect(again.headers.get("etag")).toBe(tag);
  const { url } = await show("hour");
  time += HOUR_MS;
  expect((await fetch(url)).status).toBe(200);
  expect((await show("hour")).url).not.toBe(url);
  time += HOUR_MS;
  expect((await fetch(url)).status).toBe(404);
});

test("a URL opens only its file until the draft key is regenerated", async () => {
  await savePage("mine");
  const [{ url }, { picture: other }] = [await show("mine"), await savePage("other")];
  expect((await fetch(url)).status).toBe(404);
  const { url: valid } = await show("mine");
  expect((await fetch(valid)).status).toBe(200);
  const parts = valid.split("/");
  const [media = "", token = ""] = parts.slice(-3);
  expect((await fetch(valid.replace(media, other.record.id))).status).toBe(404);
  const later = token.replace(/_[^.]*\./, "_zzzzzzzz.");
  for (const forged of [later, `${token}x`, "loam_media_", "x"]) {
    expect((await fetch(valid.replace(token, forged))).status).toBe(404);
  }
  expect((await fetch(valid.replace(/[^/]+$/, "other.png"))).status).toBe(404);
  expect((await fetch(valid, { method: "POST" })).status).toBe(405);
});

test("keeps public URLs of public media in drafts", async () => {
  const { id, picture } = await savePage("live");
  await site.publish(id);
  const { url, inText } = await show("live");
  expect(url).toContain(`/public/${site.siteId}/media/${picture.record.sha256.slice(0, 16)}/`);
  expect(inText).toEqual([url, url]);
  expect(await bytesAt(url)).toEqual(picture.original);
});
