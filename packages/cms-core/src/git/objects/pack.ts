import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { CmsError } from "../../base/errors.ts";
import type { ObjectType, Oid } from "./object-id.ts";

const PACK_HEADER_BYTES = 12;
/** Maximum length of an object's header: type and size. */
const MAX_HEAD_BYTES = 10;
const TRAILER_BYTES = 20;
const TYPE_NUMBERS: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };
/** The index has 31-bit offsets; larger packs would need a second table. */
const MAX_PACK_BYTES = 0x7fff_ffff;

/** An object in packed form. */
export interface PackObject {
  readonly oid: Oid;
  readonly type: ObjectType;
  /** Length of the object before compression. */
  readonly size: number;
  /** The object as a zlib stream. */
  readonly stream: Buffer;
}

export interface Pack {
  readonly pack: Buffer;
  readonly index: Buffer;
}

/** Position of an object in a pack. */
interface PlacedObject {
  readonly oid: Oid;
  readonly offset: number;
  /** Checksum of its bytes in the pack. */
  readonly crc: number;
}

/**
 * Creates a pack file and its index from distinct objects (version 2 of both, gitformat-pack(5)).
 *
 * @throws CmsError `too_large` above 2 GiB
 */
export function makePack(objects: readonly PackObject[]): Pack {
  const most = objects.reduce((sum, { stream }) => sum + MAX_HEAD_BYTES + stream.length, 0);
  if (most > MAX_PACK_BYTES) {
    throw new CmsError(
      "too_large",
      "A single change can contain up to 2 GiB of compressed content.",
    );
  }
  const bytes = Buffer.allocUnsafe(PACK_HEADER_BYTES + most + TRAILER_BYTES);
  bytes.write("PACK", "latin1");
  bytes.writeUInt32BE(2, 4);
  bytes.writeUInt32BE(objects.length, 8);
  const placed: PlacedObject[] = [];
  let at = PACK_HEADER_BYTES;
  for (const { oid, type, size, stream } of objects) {
    const offset = at;
    at = writeHead(bytes, at, size, TYPE_NUMBERS[type]);
    bytes.set(stream, at);
    at += stream.length;
    placed.push({ oid, offset, crc: crc32(bytes.subarray(offset, at)) });
  }
  const pack = endInChecksum(bytes, at);
  return { pack, index: makeIndex(placed, pack.subarray(-TRAILER_BYTES)) };
}

/** Writes type and size: four bits of the size in the first byte, then seven bits per byte, lowest first. */
function writeHead(bytes: Buffer, start: number, size: number, type: number): number {
  let at = start;
  let byte = (type << 4) | (size & 0x0f);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 0x80)) {
    bytes[at++] = byte | 0x80;
    byte = rest & 0x7f;
  }
  bytes[at++] = byte;
  return at;
}

/** Creates the index of a pack that ends with `packChecksum`. */
function makeIndex(objects: readonly PlacedObject[], packChecksum: Buffer): Buffer {
  const placed = objects.toSorted((a, b) => (a.oid < b.oid ? -1 : 1));
  const count = placed.length;
  const head = 8 + 256 * 4;
  const bytes = Buffer.allocUnsafe(head + count * 28 + 2 * TRAILER_BYTES);
  bytes.writeUInt32BE(0xff74_4f63, 0);
  bytes.writeUInt32BE(2, 4);
  const perFirstByte = new Uint32Array(256);
  const [crcs, offsets] = [head + count * 20, head + count * 24];
  let row = 0;
  for (const { oid, offset, crc } of placed) {
    bytes.write(oid, head + row * 20, "hex");
    const first = bytes[head + row * 20] ?? 0;
    perFirstByte[first] = (perFirstByte[first] ?? 0) + 1;
    bytes.writeUInt32BE(crc, crcs + row * 4);
    bytes.writeUInt32BE(offset, offsets + row * 4);
    row += 1;
  }
  let total = 0;
  for (let first = 0; first < 256; first += 1) {
    total += perFirstByte[first] ?? 0;
    bytes.writeUInt32BE(total, 8 + first * 4);
  }
  bytes.set(packChecksum, head + count * 28);
  return endInChecksum(bytes, head + count * 28 + TRAILER_BYTES);
}

/** Returns the bytes before `end`, followed by their SHA-1. */
function endInChecksum(bytes: Buffer, end: number): Buffer {
  bytes.set(hash("sha1", bytes.subarray(0, end), "buffer"), end);
  return bytes.subarray(0, end + TRAILER_BYTES);
}
