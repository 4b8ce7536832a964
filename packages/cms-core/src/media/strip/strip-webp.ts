import { unreadableImage } from "./unreadable-image.ts";

const HEADER_BYTES = 12;
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
  if (source.length < HEADER_BYTES) throw unreadableImage("it ends too early");
  const total = source.readUInt32LE(4) + CHUNK_HEADER_BYTES;
  if (total > source.length) throw unreadableImage("it ends too early");
  const kept: Uint8Array[] = [];
  let position = HEADER_BYTES;
  while (position + CHUNK_HEADER_BYTES <= total) {
    const type = source.toString("latin1", position, position + 4);
    const length = source.readUInt32LE(position + 4);
    const end = position + CHUNK_HEADER_BYTES + length + (length % 2);
    if (end > source.length) throw unreadableImage("it ends too early");
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
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(body.length + 4, 4);
  header.write("WEBP", 8, "latin1");
  return Buffer.concat([header, body]);
}
