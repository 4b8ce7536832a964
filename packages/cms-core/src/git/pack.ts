import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { CmsError } from "../base/errors.ts";
import type { ObjectType, Oid } from "./object-id.ts";

const PACK_HEADER_BYTES = 12;
const TRAILER_BYTES = 20;
const OFFSET_DELTA = 6;
const TYPE_NUMBERS: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };
/** The index holds 31-bit offsets; larger packs would need a second table. */
const MAX_PACK_BYTES = 0x7fff_ffff;

/** An object as a pack holds it. */
export interface PackObject {
  readonly oid: Oid;
  readonly type: ObjectType;
  /** Length of the object, or of the delta, before compression. */
  readonly size: number;
  /** The zlib stream of the object, or of a delta against `base`. */
  readonly stream: Buffer;
  /** An object that precedes this one in the same pack. */
  readonly base?: Oid;
}

export interface Pack {
  /** The pack's checksum in hex; its files are `pack-<name>.pack` and `.idx`. */
  readonly name: string;
  readonly pack: Buffer;
  readonly index: Buffer;
}

interface Placed {
  readonly oid: Oid;
  readonly offset: number;
  readonly crc: number;
}

/**
 * A pack file and its index (version 2 of both, gitformat-pack(5)) out of distinct objects.
 *
 * @throws CmsError `too_large` above 2 GiB
 */
export function makePack(objects: readonly PackObject[]): Pack {
  const header = Buffer.alloc(PACK_HEADER_BYTES);
  header.write("PACK", "latin1");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(objects.length, 8);
  const parts: Buffer[] = [header];
  const placed = new Map<Oid, Placed>();
  let offset = PACK_HEADER_BYTES;
  for (const object of objects) {
    const base = object.base === undefined ? undefined : placed.get(object.base)?.offset;
    const head = objectHeader(object, base === undefined ? undefined : offset - base);
    parts.push(head, object.stream);
    placed.set(object.oid, { oid: object.oid, offset, crc: crc32(object.stream, crc32(head)) });
    offset += head.length + object.stream.length;
  }
  if (offset > MAX_PACK_BYTES) {
    throw new CmsError("too_large", "One change may hold at most 2 GiB of compressed content.");
  }
  const pack = withChecksum(parts);
  const checksum = pack.subarray(-TRAILER_BYTES);
  return { name: checksum.toString("hex"), pack, index: makeIndex([...placed.values()], checksum) };
}

function objectHeader(object: PackObject, distance: number | undefined): Buffer {
  const type = distance === undefined ? TYPE_NUMBERS[object.type] : OFFSET_DELTA;
  const bytes = [(type << 4) | (object.size & 0x0f)];
  let rest = Math.floor(object.size / 16);
  for (let last = 0; rest > 0; last += 1) {
    bytes[last] = (bytes[last] ?? 0) | 0x80;
    bytes.push(rest & 0x7f);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from(distance === undefined ? bytes : [...bytes, ...distanceBytes(distance)]);
}

/** How far back a delta's base begins: seven bits a byte, the highest first, each step biased by one. */
function distanceBytes(distance: number): number[] {
  const bytes = [distance % 0x80];
  for (let rest = Math.floor(distance / 0x80); rest > 0; rest = Math.floor(rest / 0x80)) {
    rest -= 1;
    bytes.unshift((rest % 0x80) | 0x80);
  }
  return bytes;
}

function makeIndex(placed: Placed[], packChecksum: Buffer): Buffer {
  placed.sort((a, b) => (a.oid < b.oid ? -1 : 1));
  const count = placed.length;
  const head = Buffer.alloc(8 + 256 * 4);
  head.writeUInt32BE(0xff74_4f63, 0);
  head.writeUInt32BE(2, 4);
  const table = Buffer.allocUnsafe(count * 28);
  const perFirstByte = new Uint32Array(256);
  for (const [row, { oid, offset, crc }] of placed.entries()) {
    const first = table.write(oid, row * 20, "hex") === 0 ? 0 : (table[row * 20] ?? 0);
    perFirstByte[first] = (perFirstByte[first] ?? 0) + 1;
    table.writeUInt32BE(crc, count * 20 + row * 4);
    table.writeUInt32BE(offset, count * 24 + row * 4);
  }
  let total = 0;
  for (let first = 0; first < 256; first += 1) {
    total += perFirstByte[first] ?? 0;
    head.writeUInt32BE(total, 8 + first * 4);
  }
  return withChecksum([head, table, packChecksum]);
}

function withChecksum(parts: readonly Buffer[]): Buffer {
  const hash = createHash("sha1");
  for (const part of parts) hash.update(part);
  return Buffer.concat([...parts, hash.digest()]);
}
