import { basename, join, resolve } from "node:path";
import { CmsError, type ErrorCode, isCmsError, type Issue } from "../../../base/errors.ts";
import { forEachLimit } from "../../../base/lock.ts";
import { characterCount } from "../../../base/text.ts";
import { isStored } from "../../../media/intake/ingest-note.ts";
import type { MediaIntake } from "../../../media/intake/media-intake.ts";
import type { UploadContent } from "../../../media/intake/receive-upload.ts";
import { originalKey } from "../../../media/storage/media-storage.ts";
import { LIMITS } from "../../../model/limits.ts";
import type { MediaRecord } from "../../../model/media.ts";
import type { SvgRule } from "../../../model/site.ts";
import type { MediaFile } from "../plan/prepare-import.ts";
import { byPath, filePath, issuesOf, mapLimit } from "../project/read-sources.ts";
import type { SiteFileSet } from "../project/site-file-set.ts";
import { refuseLfsPointerFile } from "../source/lfs-pointer.ts";
import type { Notice } from "../source/report.ts";
import { scanFolder, type SourceTree } from "../source/source-tree.ts";

interface StoreMediaOptions {
  readonly tree: SourceTree;
  readonly intake: MediaIntake;
  /** The site's rule for SVG files. */
  readonly svg: SvgRule | undefined;
  /** Existing records of the site. Their files are not read again. */
  readonly known: ReadonlySet<string>;
  /** ISO 8601 UTC with milliseconds. */
  readonly createdAt: string;
  readonly signal: AbortSignal | undefined;
}

export interface StoredMedia {
  readonly records: ReadonlyMap<string, MediaRecord>;
  /** Files that can be referenced, by path: newly stored and existing ones. */
  readonly usable: ReadonlyMap<string, MediaFile>;
  readonly notices: readonly Notice[];
}

const NOT_OF_THE_FILE: ReadonlySet<ErrorCode> = new Set(["storage_failed", "unavailable"]);

/** One is received while another is processed. */
const AT_ONCE = 2;

/** Stores the files that content uses. Links to a rejected file stay unchanged. */
export async function storeMedia(
  files: readonly MediaFile[],
  { tree, intake, svg, known, createdAt, signal }: StoreMediaOptions,
): Promise<StoredMedia> {
  const records = new Map<string, MediaRecord>();
  const usable = new Map<string, MediaFile>();
  const notices: Notice[] = [];
  const same = Map.groupBy(files, ({ id }) => id);
  await forEachLimit(same.values(), AT_ONCE, async ([file, ...copies]) => {
    signal?.throwIfAborted();
    if (file === undefined) return;
    const { path, id, alt } = file;
    for (const copy of copies) {
      const message = "The file is identical to another one. Both share one media file.";
      notices.push({ kind: "media_merged", path: copy.path, message, about: path });
    }
    try {
      const content = { file: filePath(tree, path) };
      const upload = { content, filename: basename(path), alt: shortenAlt(alt), createdAt, id };
      if (!known.has(id)) records.set(id, await intake.ingest(upload, { svg }));
      for (const one of [file, ...copies]) usable.set(one.path, one);
    } catch (error) {
      if (isCmsError(error) && NOT_OF_THE_FILE.has(error.code)) throw error;
      const message = issuesOf(error, path)[0]?.message ?? "The file cannot be stored.";
      // The place names the file, so that files with the same error share a message.
      const shared = message.replace(/^"(?:[^"\\]|\\.)*" /, "The file ");
      notices.push({ kind: "media_refused", path, message: shared });
    }
  });
  // Two run in parallel and can finish in any order.
  return { records, usable, notices: notices.toSorted(byPath) };
}

function shortenAlt(alt: string): string {
  const text = alt.replaceAll(/\s+/g, " ").trim();
  return characterCount(text) <= LIMITS.altCharacters
    ? text
    : Array.from(text).slice(0, 300).join("");
}

interface BinariesOptions {
  readonly intake: MediaIntake;
  /** Folder of the binaries, each named `<media_id>.<ext>`. @default `media/files` in the tree */
  readonly mediaFolder?: string;
  readonly signal?: AbortSignal | undefined;
}

interface StoredBinaries {
  /** Records updated from the stored binaries. Ids, names, and alt texts are kept. */
  readonly records: readonly MediaRecord[];
  readonly failed: readonly Issue[];
}

/** Stores the binaries of a site repository's media records. */
export async function storeBinaries(
  { media, config }: SiteFileSet,
  tree: SourceTree,
  { intake, mediaFolder, signal }: BinariesOptions,
): Promise<StoredBinaries> {
  if (media.length === 0) return { records: [], failed: [] };
  const binaries = await findBinaries(tree, mediaFolder);
  const failed: Issue[] = [];
  const records = await mapLimit(media, 2, async ({ record, path }) => {
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
type Binaries = ReadonlyMap<string, readonly { readonly file: string }[]>;

async function findBinaries(tree: SourceTree, folder: string | undefined): Promise<Binaries> {
  const { root, files } = folder === undefined ? tree : await scanFolder(resolve(folder));
  const found = [...files].flatMap(([path, spelled]) => {
    const isThere = folder !== undefined || path.startsWith("media/files/");
    const id = isThere ? binaryId(path) : undefined;
    return id === undefined ? [] : [{ id, file: join(root, spelled) }];
  });
  return Map.groupBy(found, ({ id }) => id);
}

/** Returns the media id in the name of a binary. */
export function binaryId(path: string): string | undefined {
  return /(?:^|\/)(m[a-z2-7]{19})\.\w+$/.exec(path)?.[1];
}

/**
 * Returns whether a record's binaries exist. A small image has no variants, like a handwritten record, so its original
 * is checked again.
 */
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
  if ("file" in content) await refuseLfsPointerFile(content.file, basename(content.file));
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
    const message = `Two files have the media ID ${record.id}: ${basename(file.file)} and ${basename(second.file)}. Keep one of them.`;
    throw new CmsError("id_taken", message);
  }
  if (file !== undefined) return file;
  if (await storage.has(originalKey(record))) {
    const stored = await storage.open(originalKey(record));
    return stored.kind === "file" ? { file: stored.path } : stored.stream;
  }
  const message = `The file of ${record.id} (${record.filename}) is neither in the folder nor in media storage.`;
  throw new CmsError("not_found", message);
}
