import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import {
  type MediaObject,
  type MediaRange,
  type MediaStorage,
  openMediaBucket,
  openMediaFolder,
  openMediaIntake,
  originalKey,
  variantKey,
} from "@loam/cms-core/media";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { startS3Server } from "../support/s3/s3-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const STORAGES = {
  folder: async () => openMediaFolder(await temporaryFolder()),
  bucket: async () => openMediaBucket((await startS3Server()).bucket("media")),
} as const;

function keyOf(text: string, name = "original"): string {
  const sha256 = createHash("sha256").update(text).digest("hex");
  return `${sha256.slice(0, 2)}/${sha256}/${name}`;
}

async function bytesOf(object: MediaObject): Promise<string> {
  const parts = object.kind === "file" ? createReadStream(object.path) : object.stream;
  return (await buffer(parts)).toString();
}

async function keysIn(storage: MediaStorage): Promise<string[]> {
  return (await Array.fromAsync(storage.list())).toSorted();
}

async function nothing(): Promise<ReadonlySet<string>> {
  return new Set();
}

describe.for(Object.entries(STORAGES))("media storage in a %s", ([, openStorage]) => {
  test("reads, opens, lists, and finds stored objects", async () => {
    const storage = await openStorage();
    const key = keyOf("a");
    expect(await storage.has(key)).toBe(false);

    await storage.put(key, Buffer.from("0123456789"));

    expect(await storage.has(key)).toBe(true);
    expect(Buffer.from(await storage.read(key)).toString()).toBe("0123456789");
    const opened = await storage.open(key);
    expect(opened.byteSize).toBe(10);
    expect(await bytesOf(opened)).toBe("0123456789");
    expect(await keysIn(storage)).toEqual([key]);
  });

  test("reads part of an object", async () => {
    const storage = await openStorage();
    const key = keyOf("a");
    await storage.put(key, Buffer.from("0123456789"));
    const part = async (range: MediaRange): Promise<string> =>
      bytesOf(await storage.open(key, range));

    expect(await part({ start: 2, end: 4 })).toBe("234");
    expect(await part({ start: 8, end: 100 })).toBe("89");
    expect((await storage.open(key, { start: 2, end: 4 })).byteSize).toBe(10);
    for (const range of [
      { start: 10, end: 12 },
      { start: 4, end: 2 },
    ]) {
      await expect(storage.open(key, range)).rejects.toMatchObject({
        code: "range_not_satisfiable",
      });
    }
  });

  test("stores a file of many megabytes and leaves the source in place", async () => {
    const storage = await openStorage();
    const path = join(await temporaryFolder(), "large.bin");
    const bytes = Buffer.alloc(20_000_000, "loam");
    await writeFile(path, bytes);

    await storage.put(keyOf("b"), { file: path });

    expect(bytes.equals(await storage.read(keyOf("b")))).toBe(true);
    expect(bytes.equals(await buffer(createReadStream(path)))).toBe(true);
  });

  test("never changes a stored object", async () => {
    const storage = await openStorage();
    await storage.put(keyOf("c"), Buffer.from("first"));
    await storage.put(keyOf("c"), Buffer.from("second"));

    expect(Buffer.from(await storage.read(keyOf("c"))).toString()).toBe("first");
  });

  test("stores one complete object of twenty concurrent puts", async () => {
    const storage = await openStorage();
    const bytes = Buffer.alloc(200_000, 7);

    await Promise.all(Array.from({ length: 20 }, () => storage.put(keyOf("d"), bytes)));

    expect(bytes.equals(await storage.read(keyOf("d")))).toBe(true);
    expect(await keysIn(storage)).toEqual([keyOf("d")]);
  });

  test("shows nothing of an object whose source fails", async () => {
    const storage = await openStorage();
    const absent = join(await temporaryFolder(), "absent");

    await expect(storage.put(keyOf("e"), { file: absent })).rejects.toThrow("ENOENT");

    expect(await storage.has(keyOf("e"))).toBe(false);
    expect(await keysIn(storage)).toEqual([]);
  });

  test("removes objects, including missing ones", async () => {
    const storage = await openStorage();
    await storage.put(keyOf("f"), Buffer.from("x"));
    await storage.put(keyOf("f", "320.webp"), Buffer.from("y"));

    await storage.remove(keyOf("f"));
    await storage.remove(keyOf("g"));

    expect(await keysIn(storage)).toEqual([keyOf("f", "320.webp")]);
    await expect(storage.read(keyOf("f"))).rejects.toMatchObject({ code: "not_found" });
    await expect(storage.open(keyOf("f"))).rejects.toMatchObject({ code: "not_found" });
  });

  test("lists the objects of a binary in order", async () => {
    const storage = await openStorage();
    const keys = ["a", "b", "c"].flatMap((text) => [
      keyOf(text),
      keyOf(text, "320.webp"),
      keyOf(text, "unused"),
    ]);
    for (const key of keys.toReversed()) await storage.put(key, Buffer.from("x"));

    const listed = (await Array.fromAsync(storage.list())).map((key) => key.split("/")[1]);

    const changes = listed.filter((hash, index) => hash !== listed[index - 1]);
    expect([listed.length, changes.length]).toEqual([9, 3]);
  });

  test.for(["../x", "tmp/x", "aa/../original", `${keyOf("g")}/../../x`, "", keyOf("g", "..")])(
    "refuses %j as a key",
    async (key) => {
      const storage = await openStorage();
      const refused = { code: "invalid_path" };

      await expect(storage.put(key, Buffer.from("x"))).rejects.toMatchObject(refused);
      await expect(storage.read(key)).rejects.toMatchObject(refused);
      await expect(storage.open(key)).rejects.toMatchObject(refused);
      await expect(storage.remove(key)).rejects.toMatchObject(refused);
    },
  );

  test("MED-08 stores one binary with its variants for twenty uploads until a sweep", async () => {
    const storage = await openStorage();
    await using intake = await openMediaIntake({ storage, folder: await temporaryFolder() });
    const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
    const content = await sharp({
      create: { width: 700, height: 500, channels: 3, background: "#000", noise },
    })
      .jpeg()
      .toBuffer();
    const upload = { content, alt: "", createdAt: "2026-11-20T09:30:00.000Z" };

    const records = await Promise.all(
      Array.from({ length: 20 }, (_, n) => intake.ingest({ ...upload, filename: `${n}.jpg` })),
    );

    expect(new Set(records.map(({ sha256 }) => sha256)).size).toBe(1);
    const [record] = records;
    const { variants = [], sha256 = "" } = record ?? {};
    const original = originalKey({ sha256 });
    const sums = original.replace(/original$/, "sums");
    const wanted = [original, sums, ...variants.map((one) => variantKey({ sha256 }, one))];
    expect(wanted).toHaveLength(6);
    const keys = await keysIn(storage);
    expect(keys.filter((key) => !key.endsWith(".json"))).toEqual(wanted.toSorted());
    await intake.sweep({ used: nothing, now: () => new Date(2026, 1, 1) });
    await intake.sweep({ used: nothing, now: () => new Date(2026, 1, 9) });
    expect(await keysIn(storage)).toEqual([]);
  });
});

test("leaves no partial upload after a broken connection and succeeds on retry", async () => {
  const server = await startS3Server();
  const storage = openMediaBucket(server.bucket("media", { attempts: 1 }));
  await using intake = await openMediaIntake({ storage, folder: await temporaryFolder() });
  const content = Buffer.alloc(30_000_000, "text ");
  const upload = { content, filename: "x.txt", alt: "", createdAt: "2026-11-20T09:30:00.000Z" };
  server.fail({ kind: "drop", when: ({ query }) => query.get("partNumber") === "2" });

  await expect(intake.ingest(upload)).rejects.toMatchObject({ code: "storage_failed" });

  expect(await keysIn(storage)).toEqual([]);
  server.heal();
  const record = await intake.ingest(upload);
  expect(content.equals(await storage.read(originalKey(record)))).toBe(true);
});
