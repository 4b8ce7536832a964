import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { originalKey, variantKey } from "../storage/media-storage.ts";
import { twoColorImage, type TestIntake, testIntake } from "./intake.fixture.ts";

let intake: TestIntake;
let close: () => Promise<void>;
beforeAll(async () => {
  intake = await testIntake(undefined, (closeIntake) => (close = closeIntake));
});
afterAll(() => close());

describe("a photo", () => {
  test("is rotated upright and has the upright dimensions", async () => {
    const { storage } = intake;
    const bytes = await twoColorImage(400, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer();

    const record = await intake.take(bytes);

    expect(record).toMatchObject({ width: 100, height: 400 });
    const original = sharp(await storage.read(originalKey(record)));
    expect((await original.metadata()).orientation).toBeUndefined();
    const { data, info } = await original.raw().toBuffer({ resolveWithObject: true });
    const top = data.subarray(0, 3);
    const bottom = data.subarray(info.width * (info.height - 1) * 3).subarray(0, 3);
    // The left half was red; after a quarter turn clockwise, it is the upper half.
    expect(top[0]).toBeGreaterThan(180);
    expect(bottom[0]).toBeLessThan(100);
  });

  test("in another color space becomes sRGB without a profile", async () => {
    const { storage } = intake;
    const bytes = await twoColorImage(64, 64).withIccProfile("p3").jpeg().toBuffer();

    const record = await intake.take(bytes);

    expect((await sharp(bytes).metadata()).icc).toBeDefined();
    const stored = await storage.read(originalKey(record));
    expect((await sharp(stored).metadata()).icc).toBeUndefined();
    expect(record.sha256).not.toBe(createHash("sha256").update(bytes).digest("hex"));
  });

  test("with an sRGB profile loses only the profile", async () => {
    const { storage } = intake;
    const bytes = await twoColorImage(64, 64).withIccProfile("srgb").jpeg().toBuffer();

    const record = await intake.take(bytes);

    const stored = await storage.read(originalKey(record));
    expect((await sharp(stored).metadata()).icc).toBeUndefined();
    expect(stored.length).toBeLessThan(bytes.length);
    expect((await sharp(stored).raw().toBuffer()).equals(await sharp(bytes).raw().toBuffer())).toBe(
      true,
    );
  });

  test.for(["cmyk", "b-w", "rgb16"] as const)(
    "MED-17 in %s gets variants in 8-bit sRGB",
    async (space) => {
      const { storage } = intake;
      const base = twoColorImage(400, 300).toColourspace(space);
      const bytes = await (space === "rgb16" ? base.png() : base.jpeg()).toBuffer();

      const record = await intake.take(bytes);

      const copy = await sharp(
        await storage.read(variantKey(record, { width: 320, format: "webp" })),
      ).metadata();
      expect(copy).toMatchObject({ space: "srgb", depth: "uchar" });
    },
  );

  test("keeps transparency in its variants", async () => {
    const { storage } = intake;
    const bytes = await sharp({
      create: {
        width: 400,
        height: 300,
        channels: 4,
        background: { r: 1, g: 2, b: 3, alpha: 0.5 },
      },
    })
      .png()
      .toBuffer();

    const record = await intake.take(bytes, "x.png");

    for (const variant of record.variants) {
      const copy = sharp(await storage.read(variantKey(record, variant)));
      expect((await copy.metadata()).hasAlpha).toBe(true);
    }
  });
});

describe("metadata", () => {
  const secrets = {
    exif: {
      IFD0: { Copyright: "SECRET-NAME", Software: "SECRET-CAMERA" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" },
    },
    xmp: `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="SECRET-XMP"/></rdf:RDF></x:xmpmeta>`,
  };

  test.for(["jpeg", "png", "webp", "avif"] as const)(
    "of a %s is not in any public file",
    async (format) => {
      const { storage } = intake;
      const bytes = await twoColorImage(400, 300)
        .withExif(secrets.exif)
        .withXmp(secrets.xmp)
        .toFormat(format)
        .toBuffer();
      const before = await sharp(bytes).metadata();
      expect(before.exif).toBeDefined();
      expect(before.xmp).toBeDefined();

      const record = await intake.take(bytes, `x.${format}`);

      const keys = [originalKey(record), ...record.variants.map((v) => variantKey(record, v))];
      for (const key of keys) {
        const stored = Buffer.from(await storage.read(key));
        const { exif, xmp, iptc } = await sharp(stored).metadata();
        expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
        expect(stored.includes("SECRET")).toBe(false);
      }
    },
  );

  test("is cut out of the file without changing a pixel", async () => {
    for (const format of ["jpeg", "png", "webp"] as const) {
      const { storage } = intake;
      const bytes = await twoColorImage(80, 60).withExif(secrets.exif).toFormat(format).toBuffer();
      const record = await intake.take(bytes, `x.${format}`);
      const stored = await storage.read(originalKey(record));

      const pixels = await sharp(bytes).raw().toBuffer();
      expect((await sharp(stored).raw().toBuffer()).equals(pixels)).toBe(true);
    }
  });

  test("is cut off together with data after the end of an image", async () => {
    for (const format of ["jpeg", "png", "webp", "gif"] as const) {
      const { storage } = intake;
      const bytes = await twoColorImage(20, 20).toFormat(format).toBuffer();
      const tail = Buffer.from("PK\u0003\u0004<script>alert(1)</script>");

      const record = await intake.take(Buffer.concat([bytes, tail]), `x.${format}`);

      expect(Buffer.from(await storage.read(originalKey(record))).equals(bytes)).toBe(true);
    }
  });

  test("in comments is cut out of JPEG and GIF files", async () => {
    const { storage } = intake;
    const comment = Buffer.from("<script>alert(1)</script>");
    const jpeg = await twoColorImage(20, 20).jpeg().toBuffer();
    const length = Buffer.of(0, comment.length + 2);
    const commentedJpeg = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.of(0xff, 0xfe),
      length,
      comment,
      jpeg.subarray(2),
    ]);
    const gif = await twoColorImage(20, 20).gif().toBuffer();
    const commentedGif = Buffer.concat([
      gif.subarray(0, gif.length - 1),
      Buffer.of(0x21, 0xfe, comment.length),
      comment,
      Buffer.of(0, 0x3b),
    ]);

    for (const bytes of [commentedJpeg, commentedGif]) {
      const record = await intake.take(bytes);
      expect(Buffer.from(await storage.read(originalKey(record))).includes("script")).toBe(false);
    }
  });
});
