import type { GitRepository } from "../../git/repository/repository.ts";

/** Asked for in one go. */
const BATCH = 64;

/** The blob of each item, in their order; a batch of them is in memory. */
export async function* readFiles<T>(
  { readBlobs }: Pick<GitRepository, "readBlobs">,
  items: readonly T[],
  oidOf: (item: T) => string,
): AsyncGenerator<{ readonly item: T; readonly bytes: Uint8Array }> {
  for (let from = 0; from < items.length; from += BATCH) {
    const batch = items.slice(from, from + BATCH);
    const blobs = await readBlobs(batch.map(oidOf));
    for (const [index, item] of batch.entries()) {
      const bytes = blobs[index];
      if (bytes !== undefined) yield { item, bytes };
    }
  }
}
