import type { GitRepository } from "../git/repository.ts";

/** Asked for in one go: what git writes of it, mostly, while nobody reads yet. */
const BATCH = 32;

/** So many are on their way while one is worked on, so that git need not wait for questions. */
const AHEAD = 4;

/** An item with its blob. */
interface ReadItem<T> {
  readonly item: T;
  readonly bytes: Uint8Array;
}

/**
 * The blob of each item, in their order; git reads the next ones while these are worked on. They come many at
 * once, for each step of an iteration that waits takes as long as to hash a small file.
 */
export async function* readInBatches<T>(
  { readBlobs }: Pick<GitRepository, "readBlobs">,
  items: readonly T[],
  oidOf: (item: T) => string,
): AsyncGenerator<readonly ReadItem<T>[]> {
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
    yield items.slice(from, from + BATCH).flatMap((item, index) => {
      const bytes = blobs[index];
      return bytes === undefined ? [] : [{ item, bytes }];
    });
  }
}
