import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CmsError, type Issue } from "../base/errors.ts";
import { ingestMedia } from "../media/ingest-media.ts";
import { originalKey, variantKey } from "../media/media-paths.ts";
import type { MediaStorage } from "../media/media-storage.ts";
import type { MediaRecord } from "../model/media.ts";
import { issuesOf, mapBounded } from "./read-sources.ts";
import type { SiteFileSet } from "./site-file-set.ts";
import { type SourceTree, scanFolder } from "./source-tree.ts";

export interface BinariesOptions {
  readonly storage: MediaStorage;
  /** Folder of the binaries, `<media_id>.<ext>` each. @default `media/files` in the tree */
  readonly mediaFolder?: string;
}

export interface StoredBinaries {
  /** The records as the stored binaries make them; ids, names and alt texts stay. */
  readonly records: readonly MediaRecord[];
  readonly failed: readonly Issue[];
}

/** Takes the binaries of a site repository's media records into media storage. */
export async function storeBinaries(
  { media }: SiteFileSet,
  tree: SourceTree,
  { storage, mediaFolder }: BinariesOptions,
): Promise<StoredBinaries> {
  if (media.length === 0) return { records: [], failed: [] };
  const binaries = await findBinaries(tree, mediaFolder);
  const failed: Issue[] = [];
  const records = await mapBounded(media, 2, async ({ record, path }) => {
    try {
      return (await isStored(record, storage)) ? record : await ingest(record, binaries, storage);
    } catch (error) {
      for (const { code, message } of issuesOf(error, path)) failed.push({ code, message, path });
      return undefined;
    }
  });
  return { records: records.filter((record) => record !== undefined), failed };
}

/** Paths of the binaries by media id. */
async function findBinaries(
  tree: SourceTree,
  folder: string | undefined,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const { root, files } =
    folder === undefined
      ? { root: tree.root, files: tree.files }
      : await scanFolder(resolve(folder));
  for (const [path, spelled] of files) {
    if (folder === undefined && !path.startsWith("media/files/")) continue;
    const id = /(?:^|\/)(m[a-z2-7]{19})\.\w+$/.exec(path)?.[1];
    if (id !== undefined) found.set(id, join(root, spelled));
  }
  return found;
}

async function isStored(record: MediaRecord, storage: MediaStorage): Promise<boolean> {
  const keys = [
    originalKey(record),
    ...record.variants.map((variant) => variantKey(record, variant)),
  ];
  for (const key of keys) if (!(await storage.has(key))) return false;
  return record.variants.length > 0 || !record.mimeType.startsWith("image/");
}

async function ingest(
  record: MediaRecord,
  binaries: ReadonlyMap<string, string>,
  storage: MediaStorage,
): Promise<MediaRecord> {
  const bytes = await readBinary(record, binaries, storage);
  const { id, filename, alt, createdAt } = record;
  return ingestMedia({ bytes, id, filename, alt, createdAt }, { storage });
}

/** A small picture has no variants, like a record written by hand: then its original is looked at again. */
async function readBinary(
  record: MediaRecord,
  binaries: ReadonlyMap<string, string>,
  storage: MediaStorage,
): Promise<Uint8Array> {
  const file = binaries.get(record.id);
  if (file !== undefined) return readFile(file);
  if (await storage.has(originalKey(record))) return storage.read(originalKey(record));
  const message = `The binary of ${record.id} (${record.filename}) is neither in the folder nor in media storage.`;
  throw new CmsError("not_found", message);
}
