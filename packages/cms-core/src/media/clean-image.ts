import sharp, { type Metadata, type Sharp } from "sharp";
import { isPlainAvif } from "./avif-items.ts";
import { isSrgbProfile } from "./icc-profile.ts";
import type { ImageFormat } from "./media-kinds.ts";
import { MEDIA_LIMITS } from "./media-limits.ts";
import { stripGif } from "./strip-gif.ts";
import { stripJpeg } from "./strip-jpeg.ts";
import { stripPng } from "./strip-png.ts";
import { stripWebp } from "./strip-webp.ts";
import { unreadableImage } from "./unreadable-image.ts";

/** An image that may be public: no metadata, upright, sRGB. */
export interface CleanImage {
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** More than one frame: resized copies would stand still, so none are made. */
  readonly animated: boolean;
}

/**
 * Makes an image public-safe, losing nothing where it can: metadata is cut out of the file without
 * re-encoding, and only a picture that must be turned or has another colour space is encoded again.
 * A clean image comes back byte for byte, so cleaning twice changes nothing. Whether the pixels are whole
 * is seen when they are decoded.
 *
 * @throws CmsError `unreadable_image` for a damaged or too large picture.
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

/** Opens an image under the limits; nothing is decoded until the result is asked for pixels. */
export function openImage(bytes: Uint8Array): Sharp {
  return sharp(bytes, {
    // One frame, whatever the file claims: 5,000 tiny GIF frames take minutes.
    pages: 1,
    failOn: "error",
    limitInputPixels: MEDIA_LIMITS.imagePixels,
  }).timeout({ seconds: MEDIA_LIMITS.imageSeconds });
}

/** Runs work on an image and gives every failure of the decoder its code. */
export async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    throw unreadableImage(reason.trim().replace(/\.$/, "") || "it is damaged", error);
  }
}

async function readHeader(bytes: Uint8Array, format: ImageFormat): Promise<Metadata> {
  // Headers have no pixels; the limit is checked below, with a message that names the size.
  const unlimited = sharp(bytes, { pages: 1, failOn: "error", limitInputPixels: false });
  const metadata = await decoding(() => unlimited.metadata());
  // A file that is several things at once must not be decoded as another than it was taken for.
  const found =
    metadata.format === "heif" && metadata.compression === "av1" ? "avif" : metadata.format;
  if (found !== format) throw unreadableImage(`its content is ${found}, not ${format}`);
  if (metadata.width * metadata.height > MEDIA_LIMITS.imagePixels) {
    throw unreadableImage(
      `${metadata.width} × ${metadata.height} pixels are more than ${MEDIA_LIMITS.imagePixels / 1e6} megapixels`,
    );
  }
  if ((metadata.pages ?? 1) > MEDIA_LIMITS.imageFrames) {
    throw unreadableImage(`it has ${metadata.pages} frames, more than ${MEDIA_LIMITS.imageFrames}`);
  }
  return metadata;
}

/** `moves` is said only where the header that libvips reads does not say it. */
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

/** Upright, sRGB, no metadata: what sharp writes unless asked otherwise. */
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
