import type { Readable } from "node:stream";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { CmsError, isCmsError } from "../base/errors.ts";
import { parseTreePath } from "../git/tree-path.ts";

/** What a ZIP from anybody may be at most. */
export const ARCHIVE_LIMITS = {
  /** 2 GB, of contents. */
  bytes: 2_147_483_648,
  files: 100_000,
  /** Contents to what they take in the ZIP, of each file above `ratioFrom` bytes. */
  ratio: 100,
  ratioFrom: 65_536,
} as const;

/** A ZIP whose directory was checked; what its files hold was not read yet. */
export interface Archive extends AsyncDisposable {
  /** Bytes by path. */
  readonly files: ReadonlyMap<string, number>;
  /** A file's content; it fails when that is not as long as the directory says, or damaged. */
  readonly read: (path: string) => Promise<Readable>;
}

/**
 * Opens a ZIP and refuses what no export is: links, folders, encrypted or overlapping files, names twice (by
 * case folding, too) or that leave a folder, what is too much, and what grows too much.
 *
 * @throws CmsError `invalid_archive`, `too_large`, `not_found`
 */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openZip(path);
  try {
    const entries = await readEntries(zip);
    return {
      files: new Map(entries.values().map((entry) => [entry.fileName, entry.uncompressedSize])),
      read: async (name) => {
        const entry = entries.get(name);
        if (entry === undefined) throw invalid(`${name} is not in it`);
        return zip.openReadStreamPromise(entry);
      },
      [Symbol.asyncDispose]: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw isCmsError(error) ? error : damaged(error);
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, {
      autoClose: false,
      strictFileNames: true,
      validateEntrySizes: true,
    });
  } catch (cause) {
    const missing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    if (missing) throw new CmsError("not_found", `There is no file ${path}.`, { cause });
    throw damaged(cause);
  }
}

async function readEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.comment.length > 0) throw invalid("it has a comment, behind which another ZIP may hide");
  if (zip.entryCount > ARCHIVE_LIMITS.files) {
    throw tooLarge(`it has more than ${ARCHIVE_LIMITS.files} files`);
  }
  const entries = new Map<string, Entry>();
  const folded = new Set<string>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry);
    const key = entry.fileName.normalize("NFC").toLowerCase();
    if (folded.has(key)) throw invalid(`${entry.fileName} is there twice`);
    folded.add(key);
    entries.set(entry.fileName, entry);
    bytes += entry.uncompressedSize;
    if (bytes > ARCHIVE_LIMITS.bytes) {
      throw tooLarge(`its files have more than ${ARCHIVE_LIMITS.bytes} bytes`);
    }
  }
  refuseOverlaps([...entries.values()]);
  return entries;
}

const SYMBOLIC_LINK = 0o12;
const REGULAR_FILE = 0o10;

function checkEntry(entry: Entry): void {
  const { fileName: name, compressedSize, uncompressedSize } = entry;
  if (name.endsWith("/")) throw invalid(`${name} is a folder`);
  parseTreePath(name);
  if (entry.isEncrypted()) throw invalid(`${name} is encrypted`);
  const kind = entry.externalFileAttributes >>> 28;
  if (kind === SYMBOLIC_LINK) throw invalid(`${name} is a symbolic link`);
  if (kind !== 0 && kind !== REGULAR_FILE) throw invalid(`${name} is no file`);
  if (!entry.canDecodeFileData()) throw invalid(`${name} is compressed in an unknown way`);
  const { ratio, ratioFrom } = ARCHIVE_LIMITS;
  if (uncompressedSize > ratioFrom && uncompressedSize > ratio * compressedSize) {
    throw tooLarge(`${name} grows more than ${ratio}-fold`);
  }
}

/** Bombs name the same bytes many times. */
function refuseOverlaps(entries: readonly Entry[]): void {
  const sorted = entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  for (const { fileName, relativeOffsetOfLocalHeader, fileNameLength, compressedSize } of sorted) {
    if (relativeOffsetOfLocalHeader < end) throw invalid(`${fileName} overlaps another file`);
    end = relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + fileNameLength + compressedSize;
  }
}

const LOCAL_HEADER_BYTES = 30;

/** A reason as the ZIP's reader gives it. */
export function damaged(cause: unknown): CmsError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new CmsError("invalid_archive", `The ZIP cannot be read: ${reason}.`, { cause });
}

function invalid(why: string): CmsError {
  return new CmsError("invalid_archive", `The ZIP is refused: ${why}.`);
}

function tooLarge(why: string): CmsError {
  return new CmsError("too_large", `The ZIP is refused: ${why}.`);
}
