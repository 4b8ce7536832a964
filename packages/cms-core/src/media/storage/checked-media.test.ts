import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createS3Bucket } from "../s3/create-s3-bucket.ts";
import { checkedMedia, printSums } from "./checked-media.ts";
import { openMediaFolder } from "./media-folder.ts";
import { type MediaStorage, originalKey, sumsKey, variantKey } from "./media-storage.ts";

function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function storeImage() {
  const dir = await mkdtemp(join(tmpdir(), "loam-checked-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const storage = await openMediaFolder(dir);
  const record = { sha256: sha256Of("an image") };
  const [original, copy, old] = [
    originalKey(record),
    variantKey(record, { width: 320, format: "webp" }),
    variantKey(record, { width: 640, format: "webp" }),
  ];
  await storage.put(original, Buffer.from("an image"));
  await storage.put(copy, Buffer.from("a copy"));
  await storage.put(old, Buffer.from("a copy of before"));
  const sums = printSums(new Map([["320.webp", sha256Of("a copy")]]));
  await storage.put(sumsKey(record), Buffer.from(sums));
  return { media: checkedMedia(storage), dir, original, copy, old };
}

const DAMAGED = { code: "media_damaged", status: 503 };

test("returns a binary or a variant with a stored hash as long as it is intact", async () => {
  const { media, dir, original, copy, old } = await storeImage();
  for (const key of [original, copy, old]) {
    await media.open(key);
    await media.open(key, { start: 0, end: 1 });
    await media.read(key);
  }
  for (const key of [original, copy]) {
    const path = join(dir, key);
    const bytes = await readFile(path);
    // The same length, as after bit rot.
    await writeFile(path, Buffer.from(bytes).fill(0, 2, 4));
    await expect(media.open(key)).rejects.toMatchObject(DAMAGED);
    await expect(media.open(key, { start: 0, end: 1 })).rejects.toMatchObject(DAMAGED);
    await expect(media.read(key)).rejects.toMatchObject(DAMAGED);
    await media.replace(key, bytes);
    expect(Buffer.from(await media.read(key)).equals(bytes)).toBe(true);
  }
});

test("rejects a truncated, emptied, or missing object", async () => {
  const { media, dir, original } = await storeImage();
  for (const text of ["an im", ""]) {
    await writeFile(join(dir, original), text);
    await expect(media.open(original)).rejects.toMatchObject(DAMAGED);
  }
  await rm(join(dir, original));
  await expect(media.open(original)).rejects.toMatchObject({ code: "not_found" });
});

const LOCATION = { bucket: "media", prefix: "", endpoint: "http://127.0.0.1:9", region: "auto" };

/** Returns a storage that counts full reads of each object, and the bytes it returns. */
async function countReads() {
  const dir = await mkdtemp(join(tmpdir(), "loam-checked-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const folder = await openMediaFolder(dir);
  const bytes = Buffer.from("a video of some length");
  const key = originalKey({ sha256: createHash("sha256").update(bytes).digest("hex") });
  await folder.put(key, bytes);
  const state = { bytes, reads: 0 };
  async function* read() {
    state.reads += 1;
    yield state.bytes;
  }
  const open: MediaStorage["open"] = async (name, range) => {
    const found = await folder.open(name, range);
    // A bucket whose service reports no changes. It is never connected to.
    const bucket = createS3Bucket(LOCATION);
    const object = { bucket, key, etag: "the same" };
    return { kind: "stream", stream: read(), byteSize: found.byteSize, object };
  };
  return { media: checkedMedia({ ...folder, open }), key, state };
}

test("reads an object once for concurrent requests and again for each check", async () => {
  const { media, key, state } = await countReads();
  await Promise.all([
    media.open(key, { start: 0, end: 1 }),
    media.open(key, { start: 2, end: 3 }),
    media.open(key),
  ]);
  await media.open(key);
  expect(state.reads).toBe(1);
  await media.check(key);
  expect(state.reads).toBe(2);
});

test("detects bit rot in a check", async () => {
  const { media, key, state } = await countReads();
  await media.open(key);
  state.bytes = Buffer.from(state.bytes).fill(0, 2, 4);
  await expect(media.check(key)).rejects.toMatchObject(DAMAGED);
  // Later reads also fail.
  await expect(media.open(key)).rejects.toMatchObject(DAMAGED);
});

test("does not check a checked storage twice", async () => {
  const { media } = await countReads();
  expect(checkedMedia(media)).toBe(media);
});
