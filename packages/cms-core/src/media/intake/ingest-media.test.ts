import { createHash } from "node:crypto";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { originalKey, variantKey } from "../storage/media-storage.ts";
import { NOW, photoLikeImage, twoColorImage, testIntake } from "./intake.fixture.ts";

/** Returns a Uint8Array that isn't a Buffer, as an HTTP parser might. */
function plain(bytes: Buffer): Uint8Array {
  return new Uint8Array(bytes);
}

describe("a photo", () => {
  test("is stored with variants, none wider than the original", async () => {
    const intake = await testIntake();
    const { storage } = intake;
    const bytes = await photoLikeImage(1000, 500);

    const record = await intake.take(plain(bytes), "../My photo.JPG");

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

  test("without metadata is stored unchanged", async () => {
    const intake = await testIntake();
    const { storage } = intake;
    for (const format of ["jpeg", "png", "webp", "avif", "gif"] as const) {
      const bytes = await twoColorImage(40, 30).toFormat(format).toBuffer();
      const record = await intake.take(bytes, `x.${format}`);
      const again = await intake.take(await storage.read(originalKey(record)));

      expect(record.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
      expect(again.sha256).toBe(record.sha256);
    }
  });

  test("smaller than its widest variant keeps all variants", async () => {
    const intake = await testIntake();
    const small = await sharp(await photoLikeImage(1000, 600))
      .webp({ quality: 30 })
      .toBuffer();

    const record = await intake.take(small, "x.webp");

    const sizes = new Map<number, number>();
    for (const variant of record.variants.filter(({ format }) => format === "webp")) {
      sizes.set(variant.width, (await intake.storage.read(variantKey(record, variant))).length);
    }
    expect([...sizes.keys()]).toEqual([320, 640, 960]);
    expect(sizes.get(320)).toBeLessThan(record.byteSize);
    expect(sizes.get(960)).toBeGreaterThan(record.byteSize);
  });

  test("omits formats in which no variant is smaller", async () => {
    const record = await (await testIntake()).take(await twoColorImage(400, 4).png().toBuffer());

    expect(record.variants.filter(({ format }) => format === "avif")).toEqual([]);
  });

  test("narrower than 320 pixels has no variants", async () => {
    const record = await (await testIntake()).take(await twoColorImage(319, 40).png().toBuffer());

    expect(record.variants).toEqual([]);
  });
});

describe("the same bytes", () => {
  test("are decoded and stored once, under any name and with concurrent uploads", async () => {
    const intake = await testIntake();
    const bytes = await photoLikeImage(400, 300);

    const records = await Promise.all(
      Array.from({ length: 20 }, (_, index) => intake.take(bytes, `photo ${index}.jpg`)),
    );

    expect(new Set(records.map((record) => record.sha256)).size).toBe(1);
    expect(new Set(records.map((record) => record.id)).size).toBe(20);
    expect(await intake.objects()).toEqual([
      "320.avif",
      "320.webp",
      "ingested-2.json",
      "original",
      "sums",
    ]);
  });

  test("are stored again if an object is missing", async () => {
    const intake = await testIntake();
    const { storage } = intake;
    const bytes = await photoLikeImage(400, 300);
    const record = await intake.take(bytes);
    await storage.remove(variantKey(record, { width: 320, format: "avif" }));

    await intake.take(bytes);

    expect(await storage.has(variantKey(record, { width: 320, format: "avif" }))).toBe(true);
  });

  test("give the record the requested id", async () => {
    const id = "mabcdefghijklmnopqrs";
    const bytes = await twoColorImage(20, 20).png().toBuffer();
    const intake = await testIntake();
    const record = await intake.ingest({
      content: bytes,
      filename: "a.png",
      alt: "",
      createdAt: NOW,
      id,
    });

    expect(record.id).toBe(id);
  });
});

describe("files that are not images", () => {
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
  ])("stores %s unchanged", async ([filename = "", content = "", mimeType, cleaned]) => {
    const intake = await testIntake();
    const { storage } = intake;
    const bytes = Buffer.concat([
      Buffer.from(content),
      Buffer.alloc(content.startsWith("PK") ? 18 : 0),
    ]);

    const record = await intake.take(bytes, filename);

    expect(record).toMatchObject({
      filename: cleaned,
      mimeType,
      variants: [],
      byteSize: bytes.length,
    });
    expect(record.width).toBeUndefined();
    expect(Buffer.from(await storage.read(originalKey(record))).equals(bytes)).toBe(true);
  });

  test("MED-05 stores and names a PNG with a PDF extension as a PNG", async () => {
    const record = await (
      await testIntake()
    ).take(await twoColorImage(20, 20).png().toBuffer(), "x.pdf");

    expect(record).toMatchObject({ filename: "x.png", mimeType: "image/png" });
  });
});
