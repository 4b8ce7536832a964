import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  record,
} from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { isCmsError } from "../../base/errors.ts";
import type { ImageFormat } from "../kinds/media-kinds.ts";
import { cleanImage } from "./clean-image.ts";

const FORMATS = ["jpeg", "png", "webp", "avif", "gif"] as const;

async function sample(format: ImageFormat): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: 24 * 24 * 3 }, (_, at) => (at * at * 7) % 256));
  return sharp(pixels, { raw: { width: 24, height: 24, channels: 3 } })
    .withExif({ IFD0: { Copyright: "SECRET" } })
    .toFormat(format)
    .toBuffer();
}

const samples = new Map(
  await Promise.all(FORMATS.map(async (format) => [format, await sample(format)] as const)),
);

/** Bytes after the signature, without which a file is rejected earlier. */
const SIGNATURE_BYTES = 16;

const damage = record({
  format: constantFrom(...FORMATS),
  hits: array(record({ at: nat(100_000), byte: nat(255) }), { minLength: 1, maxLength: 3 }),
  cut: oneof(
    { weight: 4, arbitrary: constant(1000) },
    { arbitrary: integer({ min: 100, max: 999 }), weight: 1 },
  ),
});

test("MED-07 rejects a damaged file with its code or cleans it, without its metadata", async () => {
  let cleaned = 0;
  await assert(
    asyncProperty(damage, async ({ format, hits, cut }) => {
      const bytes = Buffer.from(samples.get(format) ?? Buffer.alloc(0));
      for (const { at, byte } of hits)
        bytes[SIGNATURE_BYTES + (at % (bytes.length - SIGNATURE_BYTES))] = byte;
      const damaged = bytes.subarray(0, Math.ceil((cut * bytes.length) / 1000));

      const result = await cleanImage(damaged, format).catch((error: unknown) => error);

      if (isCmsError(result)) return result.code === "unreadable_image";
      if (result instanceof Error || typeof result !== "object" || result === null) return false;
      cleaned += 1;
      return "bytes" in result && !Buffer.from(Object(result.bytes)).includes("SECRET");
    }),
    { numRuns: 400 },
  );
  expect(cleaned).toBeGreaterThan(40);
});

test("recognizes an animated PNG by its chunk, not by bytes in its pixels", async () => {
  const still = await sharp({
    create: { width: 8, height: 8, channels: 3, background: "#000" },
  })
    .png()
    .toBuffer();
  const withLetters = Buffer.concat([
    still.subarray(0, 33),
    // A text chunk that mentions acTL. Its checksum is never checked, because the chunk is removed.
    Buffer.of(0, 0, 0, 4),
    Buffer.from("tEXtacTL\0\0\0\0", "latin1"),
    still.subarray(33),
  ]);

  expect(await cleanImage(withLetters, "png")).toMatchObject({ animated: false });
});
