import { basename, join, resolve } from "node:path";
import { CmsError, type Issue } from "../../../base/errors.ts";
import { isStored } from "../../../media/intake/ingest-note.ts";
import type { MediaIntake } from "../../../media/intake/media-intake.ts";
import type { UploadContent } from "../../../media/intake/receive-upload.ts";
import { originalKey } from "../../../media/storage/media-storage.ts";
import type { MediaRecord } from "../../../model/media.ts";
import type { SvgRule } from "../../../model/site.ts";
import { issuesOf, mapBounded } from "../project/read-sources.ts";
import type { SiteFileSet } from "../project/site-file-set.ts";
import { type SourceTree, scanFolder } from "../source/source-tree.ts";

export interface BinariesOptions {
  readonly intake: MediaIntake;
  /** Folder of the binaries, `<media_id>.<ext>` each. @default `media/files` in the tree */
  readonly mediaFolder?: string;
  readonly signal?: AbortSignal | undefined;
}

export interface StoredBinaries {
  /** The records as the stored binaries make them; ids, names and alt texts stay. */
  readonly records: readonly MediaRecord[];
  readonly failed: readonly Issue[];
}

/** Takes the binaries of a site repository's media records into media storage. */
export async function storeBinaries(
  { media, config }: SiteFileSet,
  tree: SourceTree,
  { intake, mediaFolder, signal }: BinariesOptions,
): Promise<StoredBinaries> {
  if (media.length === 0) return { records: [], failed: [] };
  const binaries = await findBinaries(tree, mediaFolder);
  const failed: Issue[] = [];
  const records = await mapBounded(media, 2, async ({ record, path }) => {
    signal?.throwIfAborted();
    try {
      if (await isComplete(record, intake)) return record;
      return await ingest(record, binaries, { intake, svg: config.media?.svg });
    } catch (error) {
      for (const { code, message } of issuesOf(error, path)) failed.push({ code, message, path });
      return undefined;
    }
  });
  return { records: records.filter((record) => record !== undefined), failed };
}

/** Paths of binaries by media id. */
type Binaries = ReadonlyMap<string, readonly string[]>;

async function findBinaries(tree: SourceTree, folder: string | undefined): Promise<Binaries> {
  const found = new Map<string, readonly string[]>();
  const { root, files } =
    folder === undefined
      ? { root: tree.root, files: tree.files }
      : await scanFolder(resolve(folder));
  for (const [path, spelled] of files) {
    if (folder === undefined && !path.startsWith("media/files/")) continue;
    const id = binaryId(path);
    if (id !== undefined) found.set(id, [...(found.get(id) ?? []), join(root, spelled)]);
  }
  return found;
}

/** The media record that a binary belongs to, by its name. */
export function binaryId(path: string): string | undefined {
  return /(?:^|\/)(m[a-z2-7]{19})\.\w+$/.exec(path)?.[1];
}

/** A small picture has no variants, like a record written by hand: then its original is looked at again. */
async function isComplete(record: MediaRecord, { storage }: MediaIntake): Promise<boolean> {
  if (record.variants.length === 0 && record.mimeType.startsWith("image/")) return false;
  return isStored(record, storage);
}

async function ingest(
  record: MediaRecord,
  binaries: Binaries,
  { intake, svg }: { readonly intake: MediaIntake; readonly svg: SvgRule | undefined },
): Promise<MediaRecord> {
  const content = await findBinary(record, binaries, intake);
  const { id, filename, alt, createdAt, folder, focalPoint } = record;
  const upload = {
    content,
    id,
    filename,
    alt,
    createdAt,
    ...(folder !== undefined && { folder }),
    ...(focalPoint !== undefined && { focalPoint }),
  };
  return intake.ingest(upload, { svg });
}

async function findBinary(
  record: MediaRecord,
  binaries: Binaries,
  { storage }: MediaIntake,
): Promise<UploadContent> {
  const [file, second] = binaries.get(record.id) ?? [];
  if (file !== undefined && second !== undefined) {
    const message = `Two binaries have the media id ${record.id}: ${basename(file)} and ${basename(second)}; keep one of them.`;
    throw new CmsError("id_taken", message);
  }
  if (file !== undefined) return { file };
  if (await storage.has(originalKey(record))) {
    const stored = await storage.open(originalKey(record));
    return stored.kind === "file" ? { file: stored.path } : stored.stream;
  }
  const message = `The binary of ${record.id} (${record.filename}) is neither in the folder nor in media storage.`;
  throw new CmsError("not_found", message);
}
