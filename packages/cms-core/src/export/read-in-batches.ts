import type { GitRepository } from "../git/repository.ts";

/** Asked for in one go: what git writes of it, mostly, while nobody reads yet. */
const BATCH = 32;

/** So many are on their way while one is worked on, so that git need not wait for questions. */
const AHEAD = 4;

/** The blob of each item, in their order; git reads the next ones while these are worked on. */
export async function* readInBatches<T>(
  { readBlobs }: Pick<GitRepository, "readBlobs">,
  items: readonly T[],
  oidOf: (item: T) => string,
): AsyncGenerator<{ readonly item: T; readonly bytes: Uint8Array }> {
  const asked: Promise<readonly Uint8Array[]>[] = [];
  let next = 0;
  const askMore = (): void => {
    for (; next < items.length && asked.length < AHEAD; next += BATCH) {
      const blobs = readBlobs(items.slice(next, next + BATCH).map(oidOf));
      // Met when it is awaited, if anybody still waits then.
      blobs.catch(() => undefined);
      asked.push(blobs);
    }
  };
  askMore();
  for (let from = 0; from < items.length; from += BATCH) {
    const blobs = (await asked.shift()) ?? [];
    askMore();
    for (const [index, item] of items.slice(from, from + BATCH).entries()) {
      const bytes = blobs[index];
      if (bytes !== undefined) yield { item, bytes };
    }
  }
}
