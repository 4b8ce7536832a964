import { promisify } from "node:util";
import {
  constants,
  deflate as deflateAsync,
  deflateRaw as deflateRawAsync,
  deflateRawSync,
  deflateSync,
  type ZlibOptions,
} from "node:zlib";

const deflateInPool = promisify(
  (body: Uint8Array, options: ZlibOptions, done: (error: Error | null, stream: Buffer) => void) => {
    deflateAsync(body, options, done);
  },
);

const deflateRawInPool = promisify(
  (body: Uint8Array, options: ZlibOptions, done: (error: Error | null, stream: Buffer) => void) => {
    deflateRawAsync(body, options, done);
  },
);

// Below this a deflated copy saves less than starting zlib costs (25 µs).
const WORTH_DEFLATING_BYTES = 256;
const DEFLATE_MARGIN = 64;
// The fastest level, in two thirds of the time: `git repack` makes deltas later, which save more.
const LEVEL = 1;
const MIN_WINDOW_BITS = 10;
const MAX_WINDOW_BITS = 15;
// zlib clears its tables for every file; these fit files of some KB.
const SMALL_TABLES = 5;
const SMALL_BYTES = 8 * 1024;
const MAX_STORED_BLOCK = 65_535;
const ADLER_MODULUS = 65_521;
// Its tables are fixed ones, its only code ends it.
const EMPTY_LAST_BLOCK = [0x03, 0x00];
// The most additions before a sum of bytes could pass 2^32.
const ADLER_RUN = 3800;

/** Text as a zlib stream: compressed where it pays. */
export function deflateText(body: Uint8Array): Buffer {
  if (body.length < WORTH_DEFLATING_BYTES) return storeBytes(body);
  // Room for all of it at once: zlib's own 16 KiB for every small file is a third of the time.
  return deflateSync(body, {
    ...settingsFor(body.length),
    chunkSize: body.length + DEFLATE_MARGIN,
  });
}

/** The same outside the main thread, for many texts at once. */
export async function deflateTextInPool(body: Uint8Array): Promise<Buffer> {
  return body.length < WORTH_DEFLATING_BYTES
    ? storeBytes(body)
    : deflateInPool(body, settingsFor(body.length));
}

/** A window no larger than the text, and tables to match. */
function settingsFor(bytes: number): ZlibOptions {
  const bits = Math.ceil(Math.log2(bytes));
  return {
    level: LEVEL,
    windowBits: Math.min(MAX_WINDOW_BITS, Math.max(MIN_WINDOW_BITS, bits)),
    memLevel: bytes <= SMALL_BYTES ? SMALL_TABLES : constants.Z_DEFAULT_MEMLEVEL,
  };
}

/**
 * Bytes as a zlib stream of stored blocks: for trees and deltas, which are mostly object ids and
 * do not compress. `git repack` compresses and deltifies them later.
 */
export function storeBytes(body: Uint8Array): Buffer {
  const blocks = Math.max(1, Math.ceil(body.length / MAX_STORED_BLOCK));
  const stream = Buffer.allocUnsafe(2 + blocks * 5 + body.length + 4);
  let at = stream.writeUInt16BE(0x7801, 0);
  for (let block = 0; block < blocks; block += 1) {
    const part = body.subarray(block * MAX_STORED_BLOCK, (block + 1) * MAX_STORED_BLOCK);
    at = stream.writeUInt8(block === blocks - 1 ? 1 : 0, at);
    at = stream.writeUInt16LE(part.length, at);
    at = stream.writeUInt16LE(part.length ^ 0xffff, at);
    stream.set(part, at);
    at += part.length;
  }
  stream.writeUInt32BE(adler32(body), at);
  return stream;
}

/** A part of a zlib stream, on its own, and of what it is made. */
export interface StreamPiece {
  /** See `deflatePiece`. */
  readonly deflated: Uint8Array;
  /** Of the bytes that it gives. */
  readonly adler: number;
  readonly length: number;
}

/** Compressed bytes that end at a whole byte and look back at nothing before them. */
export function deflatePiece(body: Uint8Array): Buffer {
  return deflateRawSync(body, pieceSettings(body));
}

/** The same outside the main thread. */
export async function deflatePieceInPool(body: Uint8Array): Promise<Buffer> {
  return deflateRawInPool(body, pieceSettings(body));
}

function pieceSettings({ length }: Uint8Array): ZlibOptions {
  return {
    level: LEVEL,
    finishFlush: constants.Z_SYNC_FLUSH,
    chunkSize: length + DEFLATE_MARGIN,
  };
}

/** The zlib stream of some pieces, one after the other, in parts. */
export function joinPieces(pieces: readonly StreamPiece[]): Uint8Array[] {
  let sum = 1;
  for (const { adler, length } of pieces) sum = joinAdler(sum, adler, length);
  const end = Buffer.from([...EMPTY_LAST_BLOCK, 0, 0, 0, 0]);
  end.writeUInt32BE(sum, EMPTY_LAST_BLOCK.length);
  return [Buffer.from([0x78, 0x01]), ...pieces.map(({ deflated }) => deflated), end];
}

/** The sum of two stretches of bytes, the second of `length`; as `adler32_combine` of zlib. */
function joinAdler(first: number, second: number, length: number): number {
  const rest = length % ADLER_MODULUS;
  const [lowFirst, lowSecond] = [first & 0xffff, second & 0xffff];
  const low = (lowFirst + lowSecond + ADLER_MODULUS - 1) % ADLER_MODULUS;
  const high = (first >>> 16) + (second >>> 16) + rest * lowFirst + ADLER_MODULUS - rest;
  return (((high % ADLER_MODULUS) << 16) | low) >>> 0;
}

export function adler32(body: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (let start = 0; start < body.length; start += ADLER_RUN) {
    const end = Math.min(start + ADLER_RUN, body.length);
    for (let at = start; at < end; at += 1) {
      low += body[at] ?? 0;
      high += low;
    }
    low %= ADLER_MODULUS;
    high %= ADLER_MODULUS;
  }
  return ((high << 16) | low) >>> 0;
}
