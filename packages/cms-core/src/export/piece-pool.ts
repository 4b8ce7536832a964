/** How much of a file is read at once, and how much of small ones is put together. */
export const PIECE_BYTES = 262_144;

/** So many are under way in one export, and wait for the next one. */
const MOST_FREE = 8;

const lent = new WeakSet<ArrayBufferLike>();
const free: ArrayBufferLike[] = [];

/**
 * Memory for a piece of an export. It does not lie among objects: when 32 MB of it were taken, the engine
 * looks through all that is in memory for some to let go of, which takes longer than to read what it holds.
 */
export function takePiece(): Buffer {
  const memory = free.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES).buffer;
  lent.add(memory);
  return Buffer.from(memory);
}

/** For who alone has a piece, or part of it, and is done with it. All other memory is left as it is. */
export function giveBackPiece({ buffer }: Uint8Array): void {
  if (lent.delete(buffer) && free.length < MOST_FREE) free.push(buffer);
}
