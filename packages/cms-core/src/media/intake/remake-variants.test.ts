import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkedMedia } from "../storage/checked-media.ts";
import { openMediaFolder } from "../storage/media-folder.ts";
import { originalKey, sumsKey, variantKey } from "../storage/media-storage.ts";
import { NOW, photoLikeImage } from "./intake.fixture.ts";
import { openMediaIntake } from "./media-intake.ts";
import { createVariantMaker } from "./remake-variants.ts";

/** Stores a photo with variants, and counts how often a variant is made again. */
async function storePhoto() {
  const dir = await mkdtemp(join(tmpdir(), "loam-remake-"));
  const folder = join(dir, "media");
  const storage = await openMediaFolder(folder);
  const intake = await openMediaIntake({ storage, folder: join(dir, "uploads") });
  const content = await photoLikeImage(700, 400);
  const record = await intake.ingest({ content, filename: "a.jpg", alt: "", createdAt: NOW });
  await intake.close();
  const maker = createVariantMaker({ storage, folder: join(dir, "uploads") });
  onTestFinished(async () => {
    await maker.close();
    await rm(dir, { recursive: true, force: true });
  });
  const made: string[] = [];
  const media = checkedMedia(storage, async (key) => {
    made.push(key);
    await maker.remake(key);
  });
  const key = variantKey(record, { width: 640, format: "webp" });
  const path = join(folder, key);
  return { dir, folder, record, media, made, key, path, whole: await readFile(path) };
}

const DAMAGED = { code: "media_damaged", status: 503 };

function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

test.each([
  [
    "altered",
    async (path: string, whole: Buffer) => writeFile(path, Buffer.from(whole).fill(7, 40, 90)),
  ],
  ["truncated", async (path: string, whole: Buffer) => writeFile(path, whole.subarray(0, 50))],
  ["emptied", async (path: string) => writeFile(path, "")],
  ["lost", async (path: string) => rm(path)],
])("creates a variant again that was %s", async (_, damage) => {
  const { media, made, key, path, whole } = await storePhoto();
  await media.open(key);
  await damage(path, whole);
  const [read] = await Promise.all([
    media.read(key),
    media.open(key),
    media.open(key, { start: 0, end: 3 }),
  ]);
  expect(Buffer.from(read).equals(whole)).toBe(true);
  expect((await readFile(path)).equals(whole)).toBe(true);
  expect(made).toEqual([key]);
});

test.each([
  ["were never stored", async (path: string) => rm(path)],
  ["are damaged", async (path: string) => writeFile(path, "{")],
])("creates a variant again if the hashes of its image %s", async (_, change) => {
  const { folder, record, media, made, key, path, whole } = await storePhoto();
  const sums = join(folder, sumsKey(record));
  await change(sums);
  // Decodes, but shows something else than the original.
  await writeFile(path, await photoLikeImage(640, 366));
  expect(Buffer.from(await media.read(key)).equals(whole)).toBe(true);
  expect(await media.hashOf(key)).toBe(sha256Of(whole));
  const other = variantKey(record, { width: 320, format: "avif" });
  const before = await readFile(join(folder, other));
  expect(Buffer.from(await media.read(other)).equals(before)).toBe(true);
  await media.read(key);
  expect(made).toEqual([key, other]);
  expect(JSON.parse(await readFile(sums, "utf8"))).toEqual({
    "640.webp": sha256Of(whole),
    "320.avif": sha256Of(before),
  });
});

test("never uses a damaged original", async () => {
  const { folder, record, media, key, path } = await storePhoto();
  const original = join(folder, originalKey(record));
  await writeFile(
    original,
    await photoLikeImage(700, 400).then((image) => image.fill(1, 300, 320)),
  );
  await writeFile(path, "damaged");
  await expect(media.open(key)).rejects.toMatchObject(DAMAGED);
  await rm(original);
  await expect(media.read(key)).rejects.toMatchObject(DAMAGED);
  expect(await readFile(path, "utf8")).toBe("damaged");
});

test("creates no variant that the image never had", async () => {
  const { folder, record, media, made } = await storePhoto();
  for (const width of [333, 1920]) {
    const key = variantKey(record, { width, format: "webp" });
    await expect(media.open(key)).rejects.toMatchObject({ code: "not_found" });
    await expect(media.remake(key)).rejects.toMatchObject(DAMAGED);
  }
  expect(made).toHaveLength(2);
  expect(await readdir(join(folder, record.sha256.slice(0, 2), record.sha256))).not.toContain(
    "1920.webp",
  );
});

test("changes nothing if an object is only opened unchanged or checked", async () => {
  const { folder, record, media, made, key, path } = await storePhoto();
  await rm(join(folder, sumsKey(record)));
  await media.openUnchanged(key);
  await media.check(key);
  await writeFile(join(folder, sumsKey(record)), `{"640.webp":"${"0".repeat(64)}"}`);
  await expect(media.openUnchanged(key)).rejects.toMatchObject(DAMAGED);
  await expect(media.check(key)).rejects.toMatchObject(DAMAGED);
  await rm(path);
  await expect(media.openUnchanged(key)).rejects.toMatchObject({ code: "not_found" });
  expect(made).toEqual([]);
});
