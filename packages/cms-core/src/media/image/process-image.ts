import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { type MediaVariant, VARIANT_FORMATS } from "../../model/media.ts";
import {
  type ImageFormat,
  MEDIA_LIMITS,
  VARIANT_MAX_SIDE,
  VARIANT_WIDTHS,
} from "../kinds/media-kinds.ts";
import { variantName } from "../storage/media-storage.ts";
import { sanitizeSvg } from "../strip/sanitize-svg.ts";
import { unreadableImage } from "../strip/strip-image.ts";
import { cleanImage, type CleanImage, decoding, openImage } from "./clean-image.ts";
import { CLEANED, type ImageJob, type ProcessedImage, UPLOADED } from "./image-job.ts";

/** Decoding width of an image without variants: enough to verify it and read its colors. */
const SMALL_WIDTH = 160;

/** Maximum side length of a ThumbHash's input, in pixels. */
const SIDE = 100;

// Allows only these decoders: no SVG, TIFF, PDF, or decoders added by later versions.
sharp.block({ operation: ["VipsForeignLoad"] });

sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadHeifBuffer",
    "VipsForeignLoadNsgifBuffer",
  ],
});

// Every image is different, so caching would only use memory.
sharp.cache(false);

/**
 * Runs a job in the upload's folder.
 *
 * @throws CmsError `unreadable_image`
 */
export async function processImage(job: ImageJob): Promise<ProcessedImage> {
  switch (job.kind) {
    case "image":
      return processBitmap(job);
    case "svg":
      return processSvg(job.folder);
    case "variant":
      return processVariant(job);
  }
}

/** Never rendered here; the visitor's browser does that, which is built for untrusted files. */
async function processSvg(folder: string): Promise<ProcessedImage> {
  const bytes = await readFile(join(folder, UPLOADED));
  const { bytes: clean, ...size } = sanitizeSvg(bytes);
  await writeFile(join(folder, CLEANED), clean);
  return { rewritten: true, variants: [], ...size };
}

/** Creates the same bytes as the upload of the original did, unless the encoder has changed since. */
async function processVariant({
  folder,
  format,
  variant,
}: ImageJob & { readonly kind: "variant" }): Promise<ProcessedImage> {
  const image = await cleanImage(await readFile(join(folder, UPLOADED)), format);
  if (!variantWidths(image).includes(variant.width)) {
    throw unreadableImage(`it has no variant ${variantName(variant)}`);
  }
  const bytes = await makeVariant(await decodeImage(image), variant);
  await writeFile(join(folder, variantName(variant)), bytes);
  const { width, height } = image;
  return { rewritten: false, width, height, variants: [variant] };
}

async function processBitmap({
  folder,
  format,
  copies = true,
}: {
  readonly folder: string;
  readonly format: ImageFormat;
  readonly copies?: boolean;
}): Promise<ProcessedImage> {
  const bytes = await readFile(join(folder, UPLOADED));
  const image = await cleanImage(bytes, format);
  const pixels = await decodeImage(image);
  // Computed alongside the variants, which don't depend on it.
  const facts = imageFacts(pixels);
  facts.catch(() => undefined);
  const variants: MediaVariant[] = [];
  for await (const { variant, bytes: copy } of copies ? makeVariants(pixels, image) : []) {
    await writeFile(join(folder, variantName(variant)), copy);
    variants.push(variant);
  }
  const rewritten = !bytes.equals(image.bytes);
  if (rewritten) await writeFile(join(folder, CLEANED), image.bytes);
  const { width, height } = image;
  return { rewritten, width, height, variants: variants.toSorted(byWidth), ...(await facts) };
}

function byWidth(a: MediaVariant, b: MediaVariant): number {
  return a.width - b.width;
}

interface ImageFacts {
  /** ThumbHash in base64: a blurred preview of about 25 bytes. */
  readonly thumbHash: string;
  /** The most common color, `#rrggbb`; absent if it is transparent. */
  readonly dominantColor?: string;
}

/** Returns what can be shown of an image before it has loaded. */
async function imageFacts({ data, raw }: Pixels): Promise<ImageFacts> {
  const { data: rgba, info } = await sharp(data, { raw })
    .resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true, fastShrinkOnLoad: false })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hash = rgbaToThumbHash(info.width, info.height, rgba);
  const dominantColor = findDominantColor(rgba);
  return {
    thumbHash: Buffer.from(hash).toString("base64"),
    ...(dominantColor === undefined ? {} : { dominantColor }),
  };
}

/** Groups similar colors, 16 steps per channel, and returns the mean of the largest group. */
function findDominantColor(rgba: Uint8Array): string | undefined {
  const groups = new Map<number, { count: number; red: number; green: number; blue: number }>();
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    if ((rgba[at + 3] ?? 0) < 128) continue;
    const red = rgba[at] ?? 0;
    const green = rgba[at + 1] ?? 0;
    const blue = rgba[at + 2] ?? 0;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const group = groups.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
    group.count += 1;
    group.red += red;
    group.green += green;
    group.blue += blue;
    groups.set(key, group);
  }
  const [first] = [...groups.values()].toSorted((a, b) => b.count - a.count);
  if (first === undefined) return undefined;
  const channels = [first.red, first.green, first.blue];
  return `#${channels.map((sum) => hex(Math.round(sum / first.count))).join("")}`;
}

function hex(value: number): string {
  return value.toString(16).padStart(2, "0");
}

/** A decoded image, no larger than its variants need. */
interface Pixels {
  readonly data: Buffer;
  readonly raw: {
    readonly width: number;
    readonly height: number;
    readonly channels: 1 | 2 | 3 | 4;
  };
}

/** Returns the widths of the variants: never wider than the image, none for an animation. */
function variantWidths({ width, height, animated }: CleanImage): readonly number[] {
  if (animated) return [];
  return VARIANT_WIDTHS.filter(
    (wanted) => wanted <= width && (height * wanted) / width <= VARIANT_MAX_SIDE,
  );
}

/**
 * Decodes an image once, at the width of its widest variant; the smaller ones are derived from these pixels.
 *
 * @throws CmsError `unreadable_image` if the image cannot be decoded. A truncated file has an intact header, so this is
 * the only check that detects it
 */
async function decodeImage(image: CleanImage): Promise<Pixels> {
  const width = Math.max(...variantWidths(image), Math.min(image.width, SMALL_WIDTH));
  const { data, info } = await decoding(() =>
    openImage(image.bytes)
      .resize({ width })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

/**
 * Encodes the variants of an image one by one, so that only one is in memory. Omits a format if even its narrowest
 * variant saves no bytes. Otherwise creates all widths, even one larger than the original: browsers that are offered
 * only narrow variants show them blurred.
 *
 * @throws CmsError `unreadable_image` if the encoder fails
 */
async function* makeVariants(
  pixels: Pixels,
  image: CleanImage,
): AsyncGenerator<{ readonly variant: MediaVariant; readonly bytes: Uint8Array }> {
  const widths = variantWidths(image);
  for (const format of VARIANT_FORMATS) {
    for (const width of widths) {
      const bytes = await makeVariant(pixels, { width, format });
      if (width === widths[0] && bytes.length >= image.bytes.length) break;
      yield { variant: { width, format }, bytes };
    }
  }
}

async function makeVariant(
  { data, raw }: Pixels,
  { width, format }: MediaVariant,
): Promise<Uint8Array> {
  const resized = sharp(data, { raw })
    .resize({ width })
    .timeout({ seconds: MEDIA_LIMITS.imageSeconds });
  return decoding(() => encodeVariant(resized, format).toBuffer());
}

/**
 * Measured on a 12-megapixel photo at 1920 px: AVIF effort 0 takes 1/50 of the time of effort 4 (the library's default)
 * for 5% more bytes; WebP effort 2 takes half the time of effort 4 for 3% more.
 */
function encodeVariant(image: Sharp, format: MediaVariant["format"]): Sharp {
  switch (format) {
    case "webp":
      return image.webp({ quality: 80, effort: 2 });
    case "avif":
      return image.avif({ quality: 55, effort: 0 });
  }
}
