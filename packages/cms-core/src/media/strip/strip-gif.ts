import { unreadableImage } from "./unreadable-image.ts";

const HEADER_BYTES = 13;
const IMAGE_DESCRIPTOR_BYTES = 10;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;

/** The application extensions that say how often an animation repeats; all others carry metadata. */
const LOOP_APPLICATIONS: ReadonlySet<string> = new Set(["NETSCAPE2.0", "ANIMEXTS1.0"]);

export interface StrippedGif {
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
  const head = HEADER_BYTES + colourTableBytes(byteAt(bytes, 10));
  if (head > bytes.length) throw unreadableImage("it ends too early");
  const kept: Uint8Array[] = [bytes.subarray(0, head)];
  let position = head;
  let frames = 0;
  while (position < bytes.length && bytes[position] !== TRAILER) {
    const block = readBlock(bytes, position);
    if (block.keep) kept.push(bytes.subarray(position, block.end));
    if (block.isFrame) frames += 1;
    position = block.end;
  }
  if (frames === 0) throw unreadableImage("it holds no picture");
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
      return { end, keep: isPicture(bytes, position), isFrame: false };
    }
    default:
      throw unreadableImage("a GIF block is damaged");
  }
}

function isPicture(bytes: Uint8Array, position: number): boolean {
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
  if (byte === undefined) throw unreadableImage("it ends too early");
  return byte;
}
