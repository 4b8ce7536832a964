import { CmsError } from "../../base/errors.ts";

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP14 = 0xee;
const COMMENT = 0xfe;
const JFIF_LENGTH_WITHOUT_THUMBNAIL = 16;

/**
 * Returns the image without EXIF, GPS, XMP, IPTC, color profile, comments, embedded previews, and trailing data:
 * segments are dropped, nothing is re-encoded.
 *
 * @throws CmsError `unreadable_image` if segments are damaged or truncated
 */
export function stripJpeg(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let position = 2;
  for (;;) {
    const { marker, start } = nextMarker(bytes, position);
    if (marker === EOI) break;
    const end = segmentEnd(bytes, start);
    const stop = marker === SOS ? scanEnd(bytes, end) : end;
    if (isImageSegment(marker, end - start)) kept.push(bytes.subarray(start - 2, stop));
    position = stop;
  }
  kept.push(Uint8Array.of(0xff, EOI));
  return Buffer.concat(kept);
}

/**
 * Whether a segment belongs to the image: tables, frames, scans, and the two markers that define the color encoding.
 */
function isImageSegment(marker: number, length: number): boolean {
  if (marker === APP0) return length === JFIF_LENGTH_WITHOUT_THUMBNAIL;
  if (marker === APP14) return true;
  return !(marker > APP0 && marker <= 0xef) && marker !== COMMENT;
}

/** `start` is the position of the length that follows the marker. */
function nextMarker(bytes: Uint8Array, position: number): { marker: number; start: number } {
  if (bytes[position] !== 0xff) throw unreadableImage("a JPEG segment is damaged");
  let at = position + 1;
  while (bytes[at] === 0xff) at += 1;
  const marker = bytes[at];
  if (marker === undefined) throw unreadableImage("it is incomplete");
  if (marker < 0xc0 || marker === SOI || isRestart(marker)) {
    throw unreadableImage("a JPEG segment is damaged");
  }
  return { marker, start: at + 1 };
}

function segmentEnd(bytes: Uint8Array, start: number): number {
  const high = bytes[start];
  const low = bytes[start + 1];
  if (high === undefined || low === undefined) throw unreadableImage("it is incomplete");
  const length = high * 256 + low;
  if (length < 2) throw unreadableImage("a JPEG segment is damaged");
  if (start + length > bytes.length) throw unreadableImage("it is incomplete");
  return start + length;
}

/** Entropy-coded data extends to the first marker that is neither a stuffed byte nor a restart. */
function scanEnd(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0x00 && next !== 0xff && !isRestart(next)) return at;
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2));
  }
  throw unreadableImage("it is incomplete");
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

const WEBP_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

const PICTURE_CHUNKS: ReadonlySet<string> = new Set([
  "VP8X",
  "VP8 ",
  "VP8L",
  "ALPH",
  "ANIM",
  "ANMF",
]);

/** VP8X flags that announce a color profile, EXIF, and XMP. */
const METADATA_FLAGS = 0b0010_1100;

/**
 * Returns the image without EXIF, XMP, color profile, unknown chunks, and trailing data; nothing is re-encoded.
 *
 * @throws CmsError `unreadable_image` if chunks are damaged or truncated
 */
export function stripWebp(bytes: Uint8Array): Uint8Array {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (source.length < WEBP_HEADER_BYTES) throw unreadableImage("it is incomplete");
  const total = source.readUInt32LE(4) + CHUNK_HEADER_BYTES;
  if (total > source.length) throw unreadableImage("it is incomplete");
  const kept: Uint8Array[] = [];
  let position = WEBP_HEADER_BYTES;
  while (position + CHUNK_HEADER_BYTES <= total) {
    const type = source.toString("latin1", position, position + 4);
    const length = source.readUInt32LE(position + 4);
    const end = position + CHUNK_HEADER_BYTES + length + (length % 2);
    if (end > source.length) throw unreadableImage("it is incomplete");
    if (PICTURE_CHUNKS.has(type)) kept.push(withoutFlags(type, source.subarray(position, end)));
    position = end;
  }
  return container(kept);
}

function withoutFlags(type: string, chunk: Buffer): Buffer {
  if (type !== "VP8X" || chunk.length <= CHUNK_HEADER_BYTES) return chunk;
  const copy = Buffer.from(chunk);
  copy.writeUInt8(copy.readUInt8(CHUNK_HEADER_BYTES) & ~METADATA_FLAGS & 0xff, CHUNK_HEADER_BYTES);
  return copy;
}

function container(chunks: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(chunks);
  const header = Buffer.alloc(WEBP_HEADER_BYTES);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(body.length + 4, 4);
  header.write("WEBP", 8, "latin1");
  return Buffer.concat([header, body]);
}

const GIF_HEADER_BYTES = 13;
const IMAGE_DESCRIPTOR_BYTES = 10;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;

/** Application extensions that set how often an animation repeats; all others contain metadata. */
const LOOP_APPLICATIONS: ReadonlySet<string> = new Set(["NETSCAPE2.0", "ANIMEXTS1.0"]);

interface StrippedGif {
  readonly bytes: Uint8Array;
  readonly frames: number;
}

/**
 * Returns the image without comments, XMP, other applications' data, and trailing data; nothing is re-encoded. Adds a
 * missing trailer after a complete block, because browsers accept such files.
 *
 * @throws CmsError `unreadable_image` if blocks are damaged or truncated
 */
export function stripGif(bytes: Uint8Array): StrippedGif {
  const head = GIF_HEADER_BYTES + colorTableBytes(byteAt(bytes, 10));
  if (head > bytes.length) throw unreadableImage("it is incomplete");
  const kept: Uint8Array[] = [bytes.subarray(0, head)];
  let position = head;
  let frames = 0;
  while (position < bytes.length && bytes[position] !== TRAILER) {
    const block = readBlock(bytes, position);
    if (block.keep) kept.push(bytes.subarray(position, block.end));
    if (block.isFrame) frames += 1;
    position = block.end;
  }
  if (frames === 0) throw unreadableImage("it contains no image");
  kept.push(Uint8Array.of(TRAILER));
  return { bytes: Buffer.concat(kept), frames };
}

interface Block {
  readonly end: number;
  readonly keep: boolean;
  readonly isFrame: boolean;
}

function readBlock(bytes: Uint8Array, position: number): Block {
  switch (byteAt(bytes, position)) {
    case IMAGE: {
      const flags = byteAt(bytes, position + IMAGE_DESCRIPTOR_BYTES - 1);
      // The byte after the color table is the code size of the compressed data.
      const data = position + IMAGE_DESCRIPTOR_BYTES + colorTableBytes(flags) + 1;
      return { end: subBlocksEnd(bytes, data), keep: true, isFrame: true };
    }
    case EXTENSION: {
      const end = subBlocksEnd(bytes, position + 2);
      return { end, keep: isImageBlock(bytes, position), isFrame: false };
    }
    default:
      throw unreadableImage("a GIF block is damaged");
  }
}

function isImageBlock(bytes: Uint8Array, position: number): boolean {
  const label = bytes[position + 1];
  if (label === GRAPHIC_CONTROL) return true;
  if (label !== APPLICATION) return false;
  const name = Buffer.from(bytes.subarray(position + 3, position + 14)).toString("latin1");
  return LOOP_APPLICATIONS.has(name);
}

function colorTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** Data consists of blocks, each a length byte and that many bytes, up to one of length 0. */
function subBlocksEnd(bytes: Uint8Array, from: number): number {
  let position = from;
  for (;;) {
    const length = byteAt(bytes, position);
    position += length + 1;
    if (length === 0) return position;
  }
}

function byteAt(bytes: Uint8Array, position: number): number {
  const byte = bytes[position];
  if (byte === undefined) throw unreadableImage("it is incomplete");
  return byte;
}

/** Creates the error for an image that cannot be accepted: damaged, truncated, or too large to decode. */
export function unreadableImage(reason: string, cause?: unknown): CmsError {
  // The decoder's message may end with a colon or period.
  const detail = reason.replace(/[\s.:]+$/, "");
  return new CmsError("unreadable_image", `The image cannot be read: ${detail}.`, { cause });
}
