import { open } from "node:fs/promises";

export const PART_BYTES = 262_144;

/**
 * A file's bytes, each part valid until the next is asked for. One buffer for all of them: with new ones,
 * every few photos would make the garbage collector go through all that this process holds.
 */
export async function* partsOfFile(path: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path);
  const part = Buffer.allocUnsafe(PART_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(part, 0, PART_BYTES);
    if (bytesRead === 0) return;
    yield part.subarray(0, bytesRead);
  }
}
