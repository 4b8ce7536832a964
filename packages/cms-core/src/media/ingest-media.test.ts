import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import type { MediaRecord } from "../model/media.ts";
import { ingestMedia } from "./ingest-media.ts";
import { openMediaFolder } from "./media-folder.ts";
import { originalKey, variantKey } from "./media-paths.ts";
import type { MediaStorage } from "./media-storage.ts";

const NOW = "2026-11-20T09:30:00.000Z";

interface TestStorage extends MediaStorage {
  objects(): Promise<string[]>;
}

async function testStorage(): Promise<TestStorage> {
  const dir = await mkdtemp(join(tmpdir(), "ingest-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const storage = await openMediaFolder(dir);
  return {
    ...storage,
    objects: async () => {
      const files = await readdir(dir, { recursive: true, withFileTypes: true });
      return files.filter((file) => file.isFile()).map((file) => file.name);
    },
  };
}

function picture(width: number, height: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: "#4a7" },
  }).composite([
    {
      input: {
        create: { width: Math.ceil(width / 2), height, channels: 3, background: "#d52" },
      },
      gravity: "west",
    },
  ]);
}

function take(
  bytes: Uint8Array,
  storage: MediaStorage,
  filename = "photo.jpg",
): Promise<MediaRecord> {
  return ingestMedia({ bytes, filename, alt: "A photo", createdAt: NOW }, { storage });
}

/** A Uint8Array that is not a Buffer, as an HTTP parser may hand over. */
function plain(bytes: Buffer): Uint8Array {
  return new Uint8Array(bytes);
}

describe("a photo", () => {
  test("is stored with resized copies, none wider than itself", async () => {
    const storage = await testStorage();
    const bytes = await picture(1000, 500).jpeg().toBuffer();

    const record = await take(plain(bytes), storage, "../My photo.JPG");

    expect(record).toMatchObject({
      filename: "My-photo.jpg",
      mimeType: "image/jpeg",
      width: 1000,
      height: 500,
      alt: "A photo",
      createdAt: NOW,
    });
    expect(record.id).toMatch(/^m[a-z2-7]{19}$/);
    expect(record.variants).toEqual([
      { width: 320, format: "webp" },
      { width: 320, format: "avif" },
      { width: 640, format: "webp" },
      { width: 640, format: "avif" },
      { width: 960, format: "webp" },
      { width: 960, format: "avif" },
    ]);
    for (const variant of record.variants) {
      const copy = await sharp(await storage.read(variantKey(record, variant))).metadata();
      expect(copy).toMatchObject({
        width: variant.width,
        height: variant.width / 2,
        format: variant.format === "avif" ? "heif" : "webp",
      });
    }
    const original = await storage.read(originalKey(record));
    expect(createHash("sha256").update(original).digest("hex")).toBe(record.sha256);
    expect(original.length).toBe(record.byteSize);
  });

  test("with no metadata is stored byte for byte", async () => {
    const storage = await testStorage();
    for (const format of ["jpeg", "png", "webp", "avif", "gif"] as const) {
      const bytes = await picture(40, 30).toFormat(format).toBuffer();
      const record = await take(bytes, storage, `x.${format}`);
      const again = await take(await storage.read(originalKey(record)), storage);

      expect(record.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
      expect(again.sha256).toBe(record.sha256);
    }
  });

  test("narrower than 320 pixels has no copies", async () => {
    const record = await take(await picture(319, 40).png().toBuffer(), await testStorage());

    expect(record.variants).toEqual([]);
  });
});

describe("the same bytes", () => {
  test("are decoded and stored once, under any name and however many come at once", async () => {
    const storage = await testStorage();
    const bytes = await picture(400, 300).jpeg().toBuffer();

    const records = await Promise.all(
      Array.from({ length: 20 }, (_, index) => take(bytes, storage, `photo ${index}.jpg`)),
    );

    expect(new Set(records.map((record) => record.sha256)).size).toBe(1);
    expect(new Set(records.map((record) => record.id)).size).toBe(20);
    expect((await storage.objects()).toSorted()).toEqual([
      "320.avif",
      "320.webp",
      "ingested-1.json",
      "original",
    ]);
  });

  test("are taken again where an object has gone missing", async () => {
    const storage = await testStorage();
    const bytes = await picture(400, 300).jpeg().toBuffer();
    const record = await take(bytes, storage);
    const lost = await storage.open(variantKey(record, { width: 320, format: "avif" }));
    if (lost.kind === "file") await rm(lost.path);

    await take(bytes, storage);

    expect(await storage.has(variantKey(record, { width: 320, format: "avif" }))).toBe(true);
  });

  test("give the record the id that was asked for", async () => {
    const id = "mabcdefghijklmnopqrs";
    const bytes = await picture(20, 20).png().toBuffer();
    const record = await ingestMedia(
      { bytes, filename: "a.png", alt: "", createdAt: NOW, id },
      { storage: await testStorage() },
    );

    expect(record.id).toBe(id);
  });
});

describe("files that are no images", () => {
  test.for([
    [
      "Terms of use.pdf",
      "%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n",
      "application/pdf",
      "Terms-of-use.pdf",
    ],
    ["data", "PK\u0005\u0006", "application/zip", "data.zip"],
    ["data.CSV", "a,b\n1,2\n", "text/csv", "data.csv"],
    ["notes.txt", "Grüße\n", "text/plain", "notes.txt"],
  ])("%s is stored as it is", async ([filename = "", content = "", mimeType, cleaned]) => {
    const storage = await testStorage();
    const bytes = Buffer.concat([
      Buffer.from(content),
      Buffer.alloc(content.startsWith("PK") ? 18 : 0),
    ]);

    const record = await take(bytes, storage, filename);

    expect(record).toMatchObject({
      filename: cleaned,
      mimeType,
      variants: [],
      byteSize: bytes.length,
    });
    expect(record.width).toBeUndefined();
    expect(Buffer.from(await storage.read(originalKey(record))).equals(bytes)).toBe(true);
  });

  test("a PNG that calls itself a PDF is stored and named as the PNG it is", async () => {
    const record = await take(await picture(20, 20).png().toBuffer(), await testStorage(), "x.pdf");

    expect(record).toMatchObject({ filename: "x.png", mimeType: "image/png" });
  });
});
