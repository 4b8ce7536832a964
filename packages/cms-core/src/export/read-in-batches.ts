import type { GitRepository } from "../git/repository.ts";

/** Asked for in one go: a few hundred kilobytes, mostly. */
const BATCH = 100;

/** The blob of each item, in their order; git reads the next ones while these are worked on. */
export async function* readInBatches<T>(
  { readBlobs }: Pick<GitRepository, "readBlobs">,
  items: readonly T[],
  oidOf: (item: T) => string,
): AsyncGenerator<{ readonly item: T; readonly bytes: Uint8Array }> {
  const ask = (from: number): Promise<readonly Uint8Array[]> => {
    const asked = readBlobs(items.slice(from, from + BATCH).map(oidOf));
    // Met when it is awaited, if anybody still waits then.
    asked.catch(() => undefined);
    return asked;
  };
  let next = ask(0);
  for (let from = 0; from < items.length; from += BATCH) {
    const blobs = await next;
    next = ask(from + BATCH);
    for (const [index, item] of items.slice(from, from + BATCH).entries()) {
      const bytes = blobs[index];
      if (bytes !== undefined) yield { item, bytes };
    }
  }
  await next;
}
