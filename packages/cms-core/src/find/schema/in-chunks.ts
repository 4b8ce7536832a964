import type { GitRepository } from "../../git/repository/repository.ts";

const CHUNK = 500;

export interface InChunks<T> {
  readonly oidOf: (item: T) => string;
  /** The bytes are to be read, not to be kept. */
  readonly take: (item: T, bytes: Uint8Array) => void;
}

/** Reads the blob of each item in bulk; git reads the next ones while these are taken. */
export async function inChunks<T>(
  repository: Pick<GitRepository, "eachBlob">,
  items: Iterable<T>,
  { oidOf, take }: InChunks<T>,
): Promise<void> {
  let ended = false;
  const read = async (chunk: readonly T[]): Promise<void> =>
    repository.eachBlob(chunk.map(oidOf), (bytes, index) => {
      const item = chunk[index];
      if (item !== undefined && !ended) take(item, bytes);
    });
  let current = Promise.resolve();
  try {
    for (const chunk of chunksOf(items)) {
      const next = read(chunk);
      // Told when it is its turn, should it still come to that.
      next.catch(() => undefined);
      await current;
      current = next;
    }
    await current;
  } finally {
    ended = true;
  }
}

function* chunksOf<T>(items: Iterable<T>): Generator<readonly T[]> {
  let chunk: T[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
