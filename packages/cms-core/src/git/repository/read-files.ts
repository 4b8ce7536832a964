import { CmsError, isCmsError } from "../../base/errors.ts";
import type { Oid } from "../objects/object-id.ts";

/** Reads blobs, with or without a Git process. */
export interface BlobReader {
  /** Returns the blobs in the requested order. @throws CmsError `not_found` */
  readonly readBlobs: (oids: readonly Oid[]) => Promise<readonly Uint8Array[]>;
}

/** Files per batch. Git reads the next batch while the current one is processed. */
const BATCH = 200;

const NOTHING = new Uint8Array();

/** Yields each item with the content of its file, in order. Holds two batches of files in memory. */
export async function* eachFile<T>(
  repository: BlobReader,
  items: readonly T[],
  oidOf: (item: T) => Oid,
): AsyncGenerator<readonly [item: T, bytes: Uint8Array]> {
  const read = async (from: number) =>
    readFiles(repository, items.slice(from, from + BATCH), oidOf);
  let next = read(0);
  for (let from = 0; from < items.length; from += BATCH) {
    const files = await next;
    next = read(from + BATCH);
    // A failure surfaces when this batch is awaited, if it still is.
    next.catch(() => undefined);
    yield* files;
  }
}

/** Like `eachFile`, but tolerates damaged or missing files, which have no content. */
export async function* eachFileThere<T>(
  repository: BlobReader,
  items: readonly T[],
  oidOf: (item: T) => Oid,
): AsyncGenerator<readonly [item: T, bytes: Uint8Array | undefined]> {
  const read = async (from: number) =>
    unlessMissing(readFiles(repository, items.slice(from, from + BATCH), oidOf));
  let next = read(0);
  for (let from = 0; from < items.length; from += BATCH) {
    const files = await next;
    next = read(from + BATCH);
    next.catch(() => undefined);
    if (files !== undefined) yield* files;
    else {
      for (const item of items.slice(from, from + BATCH)) {
        yield [item, await tryReadBlob(repository, oidOf(item))];
      }
    }
  }
}

async function tryReadBlob({ readBlobs }: BlobReader, oid: Oid): Promise<Uint8Array | undefined> {
  return (await unlessMissing(readBlobs([oid])))?.[0];
}

async function unlessMissing<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (isCmsError(error) && error.code === "not_found") return undefined;
    throw error;
  }
}

/** Error for a file without an intact copy in the repository. @returns CmsError `repository_broken` */
export function damagedFile(path: string, oid: Oid): CmsError {
  return new CmsError(
    "repository_broken",
    `${path} cannot be read: object ${oid} is damaged or missing in the repository. Restore it from a backup with hq repair --from.`,
    { details: { path, oid } },
  );
}

/** Like `eachFile`, but returns all items together, with their files in memory. */
export async function readFiles<T>(
  { readBlobs }: BlobReader,
  items: readonly T[],
  oidOf: (item: T) => Oid,
): Promise<(readonly [item: T, bytes: Uint8Array])[]> {
  const blobs = items.length === 0 ? [] : await readBlobs(items.map(oidOf));
  return items.map((item, place) => [item, blobs[place] ?? NOTHING]);
}
