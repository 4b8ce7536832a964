import type { GitRepository } from "../git/repository.ts";

const CHUNK = 500;

export interface InChunks<T> {
  readonly oidOf: (item: T) => string;
  readonly take: (item: T, bytes: Uint8Array) => void;
  /** Waited for before the next ones are taken. */
  readonly afterChunk?: (() => Promise<void>) | undefined;
}

/** Reads the blob of each item in bulk; git reads the next ones while these are taken. */
export async function inChunks<T>(
  repository: Pick<GitRepository, "readBlobs">,
  items: readonly T[],
  { oidOf, take, afterChunk }: InChunks<T>,
): Promise<void> {
  const read = async (from: number): Promise<Uint8Array[]> =>
    repository.readBlobs(items.slice(from, from + CHUNK).map(oidOf));
  let next = read(0);
  for (let from = 0; from < items.length; from += CHUNK) {
    const blobs = await next;
    next = read(from + CHUNK);
    for (const [index, bytes] of blobs.entries()) {
      const item = items[from + index];
      if (item !== undefined) take(item, bytes);
    }
    await afterChunk?.();
  }
  await next;
}
