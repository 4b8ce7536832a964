import { unreadableImage } from "./unreadable-image.ts";

const SIGNATURE_BYTES = 8;
/** Length, type and checksum around a chunk's data. */
const CHUNK_FRAME_BYTES = 12;

/** What a decoder needs for the picture and its animation; text, EXIF, times and profiles are not in it. */
const PICTURE_CHUNKS: ReadonlySet<string> = new Set([
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

export interface StrippedPng {
  readonly bytes: Uint8Array;
  readonly animated: boolean;
}

/**
 * The same picture without text, EXIF, times, colour profile, unknown chunks and whatever follows
 * its end; nothing is re-encoded.
 *
 * @throws CmsError `unreadable_image` when the chunks are damaged or cut off.
 */
export function stripPng(bytes: Uint8Array): StrippedPng {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  let position = SIGNATURE_BYTES;
  let type = "";
  let animated = false;
  while (type !== "IEND") {
    if (position + CHUNK_FRAME_BYTES > bytes.length) throw unreadableImage("it ends too early");
    const end = position + CHUNK_FRAME_BYTES + view.getUint32(position);
    if (end > bytes.length) throw unreadableImage("it ends too early");
    type = Buffer.from(bytes.subarray(position + 4, position + 8)).toString("latin1");
    if (type === "acTL") animated = true;
    if (PICTURE_CHUNKS.has(type)) kept.push(bytes.subarray(position, end));
    position = end;
  }
  return { bytes: Buffer.concat(kept), animated };
}
