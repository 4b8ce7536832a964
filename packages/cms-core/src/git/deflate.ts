import { promisify } from "node:util";
import { deflate as deflateAsync, deflateSync } from "node:zlib";

const deflateInPool = promisify(deflateAsync);

// Below this a deflated copy saves less than starting zlib costs (25 µs).
const WORTH_DEFLATING_BYTES = 256;
const DEFLATE_MARGIN = 64;
const MAX_STORED_BLOCK = 65_535;
const ADLER_MODULUS = 65_521;
// The most additions before a sum of bytes could pass 2^32.
const ADLER_RUN = 3800;

/** Text as a zlib stream: compressed where it pays. */
export function deflateText(body: Uint8Array): Buffer {
  if (body.length < WORTH_DEFLATING_BYTES) return storeBytes(body);
  // Room for all of it at once: zlib's own 16 KiB for every small file is a third of the time.
  return deflateSync(body, { chunkSize: body.length + DEFLATE_MARGIN });
}

/** The same outside the main thread, for many texts at once. */
export async function deflateTextInPool(body: Uint8Array): Promise<Buffer> {
  return body.length < WORTH_DEFLATING_BYTES ? storeBytes(body) : deflateInPool(body);
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

function adler32(body: Uint8Array): number {
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
