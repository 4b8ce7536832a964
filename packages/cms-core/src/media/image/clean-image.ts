import sharp, { type Metadata, type Sharp } from "sharp";
import { type ImageFormat, MEDIA_LIMITS } from "../kinds/media-kinds.ts";
import { stripGif, stripJpeg, stripWebp, unreadableImage } from "../strip/strip-image.ts";

const BOX_HEADER_BYTES = 8;

const FILE_BOXES: ReadonlySet<string> = new Set(["ftyp", "meta", "mdat"]);

/** Coded images and the grid that joins them; `Exif` and `mime` (XMP) items are metadata. */
const IMAGE_ITEMS: ReadonlySet<string> = new Set(["av01", "grid"]);

/** Offsets in an item's entry (`infe`, version 2), counted from its type. */
const VERSION_AT = 4;

const ITEM_TYPE_AT = 12;

const SIGNATURE_BYTES = 8;

/** Length, type, and checksum around a chunk's data. */
const CHUNK_FRAME_BYTES = 12;

/** Chunks that a decoder needs for the image and its animation; excludes text, EXIF, times, and profiles. */
const IMAGE_CHUNKS: ReadonlySet<string> = new Set([
  "IHDR",
  "PLTE",
  "IDAT",
  "IEND",
  "tRNS",
  "gAMA",
  "cHRM",
  "sRGB",
  "sBIT",
  "bKGD",
  "pHYs",
  "acTL",
  "fcTL",
  "fdAT",
]);

const TAG_TABLE_START = 128;

const TAG_BYTES = 12;

const MAX_TAGS = 100;

/** An image that can be public: no metadata, upright, sRGB. */
export interface CleanImage {
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether it has more than one frame. Animations get no variants, which would be still images. */
  readonly animated: boolean;
}

/**
 * Makes an image safe to publish, losslessly if possible: metadata is cut out of the file without re-encoding. Only an
 * image that must be rotated or has another color space is re-encoded. A clean image is returned unchanged, so cleaning
 * is idempotent. Damaged pixels are detected only when they are decoded.
 *
 * @throws CmsError `unreadable_image` for a damaged or oversized image
 */
export async function cleanImage(bytes: Uint8Array, format: ImageFormat): Promise<CleanImage> {
  const metadata = await readHeader(bytes, format);
  const { stripped, moves } = strip(bytes, format);
  const animated = moves || (metadata.pages ?? 1) > 1;
  if (!animated && (mustEncode(metadata) || (format === "avif" && !isPlainAvif(bytes)))) {
    const encoded = await encodeAgain(bytes, format);
    const clean = strip(encoded, format).stripped;
    return { bytes: clean, ...sizeOf(await readHeader(clean, format)), animated };
  }
  return { bytes: stripped, ...sizeOf(metadata), animated };
}

/** Opens an image with limits. Nothing is decoded until pixels are requested from the result. */
export function openImage(bytes: Uint8Array): Sharp {
  return sharp(bytes, {
    // One frame, whatever the file claims: 5,000 tiny GIF frames take minutes.
    pages: 1,
    failOn: "error",
    limitInputPixels: MEDIA_LIMITS.imagePixels,
  }).timeout({ seconds: MEDIA_LIMITS.imageSeconds });
}

/** Runs work on an image and converts decoder errors to `CmsError`. */
export async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    throw unreadableImage(reason.trim().replace(/\.$/, "") || "it is damaged", error);
  }
}

async function readHeader(bytes: Uint8Array, format: ImageFormat): Promise<Metadata> {
  // Reading the header decodes no pixels; the limit is checked below, with a message that contains the size.
  const unlimited = sharp(bytes, { pages: 1, failOn: "error", limitInputPixels: false });
  const metadata = await decoding(() => unlimited.metadata());
  // A file valid in several formats must not be decoded as another format than detected.
  const found =
    metadata.format === "heif" && metadata.compression === "av1" ? "avif" : metadata.format;
  if (found !== format) throw unreadableImage(`its content is ${found}, not ${format}`);
  if (metadata.width * metadata.height > MEDIA_LIMITS.imagePixels) {
    throw unreadableImage(
      `its ${metadata.width} × ${metadata.height} pixels exceed the limit of ${MEDIA_LIMITS.imagePixels / 1e6} megapixels`,
    );
  }
  if ((metadata.pages ?? 1) > MEDIA_LIMITS.imageFrames) {
    throw unreadableImage(
      `its ${metadata.pages} frames exceed the limit of ${MEDIA_LIMITS.imageFrames}`,
    );
  }
  return metadata;
}

/** `moves` is set only if the header that libvips reads doesn't tell. */
function strip(bytes: Uint8Array, format: ImageFormat): { stripped: Uint8Array; moves: boolean } {
  switch (format) {
    case "jpeg":
      return { stripped: stripJpeg(bytes), moves: false };
    case "png": {
      const png = stripPng(bytes);
      return { stripped: png.bytes, moves: png.animated };
    }
    case "webp":
      return { stripped: stripWebp(bytes), moves: false };
    case "gif": {
      const gif = stripGif(bytes);
      return { stripped: gif.bytes, moves: gif.frames > 1 };
    }
    case "avif":
      return { stripped: bytes, moves: false };
  }
}

function mustEncode(metadata: Metadata): boolean {
  if ((metadata.orientation ?? 1) > 1) return true;
  if (metadata.space === "cmyk") return true;
  return metadata.icc !== undefined && !isSrgbProfile(metadata.icc);
}

/** Re-encodes upright, in sRGB and without metadata, which is sharp's default. */
async function encodeAgain(bytes: Uint8Array, format: ImageFormat): Promise<Buffer> {
  const upright = openImage(bytes).autoOrient().toColourspace("srgb");
  return decoding(() => encodeOriginal(upright, format).toBuffer());
}

function encodeOriginal(image: Sharp, format: ImageFormat): Sharp {
  switch (format) {
    case "jpeg":
      return image.jpeg({ quality: 92 });
    case "png":
      return image.png();
    case "webp":
      return image.webp({ quality: 92 });
    case "avif":
      return image.avif({ quality: 75, effort: 2 });
    case "gif":
      return image.gif();
  }
}

function sizeOf({ width, height }: Metadata): { width: number; height: number } {
  return { width, height };
}

/**
 * Whether a color profile is sRGB, the default without a profile, so that it can be removed. Checks its description
 * ("sRGB IEC61966-2.1", "sRGB built-in" …); unreadable profiles count as different.
 */
function isSrgbProfile(icc: Uint8Array): boolean {
  const source = Buffer.from(icc.buffer, icc.byteOffset, icc.byteLength);
  if (source.length < TAG_TABLE_START + 4) return false;
  const tags = Math.min(source.readUInt32BE(TAG_TABLE_START), MAX_TAGS);
  for (let index = 0; index < tags; index += 1) {
    const at = TAG_TABLE_START + 4 + index * TAG_BYTES;
    if (at + TAG_BYTES > source.length) return false;
    if (source.toString("latin1", at, at + 4) !== "desc") continue;
    const start = source.readUInt32BE(at + 4);
    const text = source.toString(
      "latin1",
      start,
      start + Math.min(source.readUInt32BE(at + 8), 200),
    );
    // UTF-16 descriptions are decoded as Latin letters with NULs between them.
    return /\bsRGB\b/i.test(text.replaceAll("\0", ""));
  }
  return false;
}

interface StrippedPng {
  readonly bytes: Uint8Array;
  readonly animated: boolean;
}

/**
 * Returns the image without text, EXIF, times, color profile, unknown chunks, and trailing data; nothing is re-encoded.
 *
 * @throws CmsError `unreadable_image` if chunks are damaged or truncated
 */
function stripPng(bytes: Uint8Array): StrippedPng {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  let position = SIGNATURE_BYTES;
  let type = "";
  let animated = false;
  while (type !== "IEND") {
    if (position + CHUNK_FRAME_BYTES > bytes.length) throw unreadableImage("it is incomplete");
    const end = position + CHUNK_FRAME_BYTES + view.getUint32(position);
    if (end > bytes.length) throw unreadableImage("it is incomplete");
    type = Buffer.from(bytes.subarray(position + 4, position + 8)).toString("latin1");
    if (type === "acTL") animated = true;
    if (IMAGE_CHUNKS.has(type)) kept.push(bytes.subarray(position, end));
    position = end;
  }
  return { bytes: Buffer.concat(kept), animated };
}

/**
 * Whether an AVIF contains only images. Its metadata is in items that share boxes with the image and cannot be cut out;
 * anything not understood counts as metadata.
 */
function isPlainAvif(bytes: Uint8Array): boolean {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 0;
  let meta: Buffer | undefined;
  while (position < source.length) {
    if (position + BOX_HEADER_BYTES > source.length) return false;
    const size = source.readUInt32BE(position);
    const type = source.toString("latin1", position + 4, position + 8);
    if (size < BOX_HEADER_BYTES || position + size > source.length) return false;
    if (!FILE_BOXES.has(type)) return false;
    if (type === "meta") meta = source.subarray(position, position + size);
    position += size;
  }
  return meta !== undefined && containsOnlyImages(meta);
}

function containsOnlyImages(meta: Buffer): boolean {
  const list = meta.indexOf("iinf");
  // Version 0 of the list stores its item count in two bytes.
  if (list === -1 || list + 10 > meta.length || meta[list + 4] !== 0) return false;
  const types: string[] = [];
  for (let at = meta.indexOf("infe"); at !== -1; at = meta.indexOf("infe", at + 4)) {
    if (meta[at + VERSION_AT] !== 2) return false;
    types.push(meta.toString("latin1", at + ITEM_TYPE_AT, at + ITEM_TYPE_AT + 4));
  }
  return (
    types.length === meta.readUInt16BE(list + 8) && types.every((type) => IMAGE_ITEMS.has(type))
  );
}
