import { CmsError } from "../../base/errors.ts";

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP14 = 0xee;
const COMMENT = 0xfe;
const JFIF_LENGTH_WITHOUT_THUMBNAIL = 16;

/**
 * The same picture without EXIF, GPS, XMP, IPTC, colour profile, comments, embedded previews and
 * whatever follows its end: segments are left out, nothing is re-encoded.
 *
 * @throws CmsError `unreadable_image` when the segments are damaged or cut off.
 */
export function stripJpeg(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let position = 2;
  for (;;) {
    const { marker, start } = nextMarker(bytes, position);
    if (marker === EOI) break;
    const end = segmentEnd(bytes, start);
    const stop = marker === SOS ? scanEnd(bytes, end) : end;
    if (isPicture(marker, end - start)) kept.push(bytes.subarray(start - 2, stop));
    position = stop;
  }
  kept.push(Uint8Array.of(0xff, EOI));
  return Buffer.concat(kept);
}

/** Tables, frames and scans are the picture; so are the two markers that say how colours are coded. */
function isPicture(marker: number, length: number): boolean {
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

/** Entropy-coded data runs to the first marker that is neither a stuffed byte nor a restart. */
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

/** Bits of the VP8X flags that announce a colour profile, EXIF and XMP. */
const METADATA_FLAGS = 0b0010_1100;

/**
 * The same picture without EXIF, XMP, colour profile, unknown chunks and whatever follows its end;
 * nothing is re-encoded.
 *
 * @throws CmsError `unreadable_image` when the chunks are damaged or cut off.
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

/** The application extensions that say how often an animation repeats; all others carry metadata. */
const LOOP_APPLICATIONS: ReadonlySet<string> = new Set(["NETSCAPE2.0", "ANIMEXTS1.0"]);

interface StrippedGif {
  readonly bytes: Uint8Array;
  readonly frames: number;
}

/**
 * The same picture without comments, XMP, other applications' data and whatever follows its end;
 * nothing is re-encoded. A missing trailer after a whole block is added, as browsers do not mind.
 *
 * @throws CmsError `unreadable_image` when the blocks are damaged or cut off.
 */
export function stripGif(bytes: Uint8Array): StrippedGif {
  const head = GIF_HEADER_BYTES + colourTableBytes(byteAt(bytes, 10));
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
      // One byte after the colour table is the code size of the compressed data.
      const data = position + IMAGE_DESCRIPTOR_BYTES + colourTableBytes(flags) + 1;
      return { end: subBlocksEnd(bytes, data), keep: true, isFrame: true };
    }
    case EXTENSION: {
      const end = subBlocksEnd(bytes, position + 2);
      return { end, keep: isPictureBlock(bytes, position), isFrame: false };
    }
    default:
      throw unreadableImage("a GIF block is damaged");
  }
}

function isPictureBlock(bytes: Uint8Array, position: number): boolean {
  const label = bytes[position + 1];
  if (label === GRAPHIC_CONTROL) return true;
  if (label !== APPLICATION) return false;
  const name = Buffer.from(bytes.subarray(position + 3, position + 14)).toString("latin1");
  return LOOP_APPLICATIONS.has(name);
}

function colourTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** Data comes in pieces of a length byte and that many bytes, up to one of length 0. */
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

/** The error of every image that cannot be taken: damaged, cut off, too large to decode. */
export function unreadableImage(reason: string, cause?: unknown): CmsError {
  // The decoder's own words may end in a colon, or a stop.
  const said = reason.replace(/[\s.:]+$/, "");
  return new CmsError("unreadable_image", `The image cannot be read: ${said}.`, { cause });
}
