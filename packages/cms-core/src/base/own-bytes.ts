/**
 * The bytes in memory that holds nothing else. A short buffer is cut from a block of 64 KB, and a piece of a
 * list from all of it: whoever keeps such bytes for long keeps the whole block in memory with them.
 */
export function ownBytes(bytes: Uint8Array): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return Buffer.from(bytes.buffer);
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}
