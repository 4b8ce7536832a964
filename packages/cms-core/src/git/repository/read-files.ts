import { CmsError, isCmsError } from "../../base/errors.ts";
import type { Oid } from "../objects/object-id.ts";

/** What reads blobs: a repository, with or without a git program. */
export interface BlobReader {
  /** In the order asked. @throws CmsError `not_found` */
  readonly readBlobs: (oids: readonly Oid[]) => Promise<readonly Uint8Array[]>;
}

/** Files read in one go: git reads the next ones while these are looked at. */
const BATCH = 200;

const NOTHING = new Uint8Array();

/** Each item with the bytes of its file, in their order. Two batches of files are in memory at a time. */
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
    // Met when it is its turn, if anybody still waits.
    next.catch(() => undefined);
    yield* files;
  }
}

/** The same also where files are damaged or missing: those have no bytes. */
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
        yield [item, await readIfThere(repository, oidOf(item))];
      }
    }
  }
}

async function readIfThere({ readBlobs }: BlobReader, oid: Oid): Promise<Uint8Array | undefined> {
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

/** What is said of a file of which the repository has no whole copy. @returns CmsError `repository_broken` */
export function damagedFile(path: string, oid: Oid): CmsError {
  return new CmsError(
    "repository_broken",
    `${path} cannot be read: object ${oid} is damaged or missing in the repository. Restore it from a backup with hq repair --from.`,
    { details: { path, oid } },
  );
}

/** The same of items whose files are all to be in memory. */
export async function readFiles<T>(
  { readBlobs }: BlobReader,
  items: readonly T[],
  oidOf: (item: T) => Oid,
): Promise<(readonly [item: T, bytes: Uint8Array])[]> {
  const blobs = items.length === 0 ? [] : await readBlobs(items.map(oidOf));
  return items.map((item, place) => [item, blobs[place] ?? NOTHING]);
}
