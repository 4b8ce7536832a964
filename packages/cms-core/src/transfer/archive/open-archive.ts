import type { Readable } from "node:stream";
import { Entry, openPromise, type ZipFile } from "yauzl";
import { CmsError, isCmsError } from "../../base/errors.ts";
import { countOf, sizeOf } from "../../base/quantity.ts";
import { parseTreePath } from "../../git/objects/tree.ts";

/** Limits for an untrusted ZIP. */
export const ARCHIVE_LIMITS = {
  /** 2 GB of uncompressed content. */
  bytes: 2_147_483_648,
  /** An export of 100,000 published entries has about 300,000 files. */
  files: 500_000,
  /** 64 MB of paths: three times as much as those files need. */
  nameBytes: 67_108_864,
  /** Maximum ratio of uncompressed to compressed size, for files above `ratioFrom` bytes. */
  ratio: 100,
  ratioFrom: 65_536,
} as const;

export type ArchiveLimits = Readonly<Record<keyof typeof ARCHIVE_LIMITS, number>>;

/** Directory record of a file, reduced to what is needed because there can be hundreds of thousands. */
interface ArchivedFile {
  readonly byteSize: number;
  readonly storedSize: number;
  /** 0: stored; 8: deflated. */
  readonly method: number;
  /** Offset of its local header. */
  readonly offset: number;
}

/** A ZIP whose directory was checked. File contents are not read yet. */
export interface Archive extends AsyncDisposable {
  /** Files by path. */
  readonly files: ReadonlyMap<string, ArchivedFile>;
  /** Streams a file's content. Fails if it is damaged or its length differs from the directory. */
  readonly read: (path: string) => Promise<Readable>;
}

/**
 * Opens a ZIP and rejects everything that an export never contains: links, folders, encrypted or overlapping files,
 * duplicate names (including by case folding), names that leave the folder, and sizes or ratios above the limits.
 *
 * @param limits limits for the ZIP; a trusted ZIP can exceed the defaults
 * @throws CmsError `invalid_archive`, `too_large`, `not_found`
 */
export async function openArchive(
  path: string,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<Archive> {
  const zip = await openZip(path);
  try {
    const files = await readDirectory(zip, limits);
    return {
      files,
      read: async (name) => {
        const file = files.get(name);
        if (file === undefined) throw invalid(`${name} is missing`);
        return zip.openReadStreamPromise(entryOf(file));
      },
      [Symbol.asyncDispose]: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw isCmsError(error) ? error : archiveError(error);
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    const zip = await openPromise(path, {
      autoClose: false,
      strictFileNames: true,
      validateEntrySizes: true,
    });
    // Readers receive errors through their streams. A read-only file that fails to close does no harm.
    zip.on("error", () => undefined);
    return zip;
  } catch (cause) {
    const missing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    if (missing) throw new CmsError("not_found", `The file ${path} does not exist.`, { cause });
    throw archiveError(cause);
  }
}

async function readDirectory(
  zip: ZipFile,
  limits: ArchiveLimits,
): Promise<ReadonlyMap<string, ArchivedFile>> {
  if (zip.comment.length > 0) throw invalid("it has a comment, which could hide another ZIP");
  if (zip.entryCount > limits.files) {
    throw tooLarge(`it has more than ${countOf(limits.files, "file")}`);
  }
  const files = new Map<string, ArchivedFile>();
  const folded = new Set<string>();
  let bytes = 0;
  let nameBytes = 0;
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry, limits);
    const { fileName, fileNameLength, uncompressedSize } = entry;
    const key = fileName.normalize("NFC").toLowerCase();
    if (folded.has(key)) throw invalid(`it contains ${fileName} twice`);
    folded.add(key);
    files.set(fileName, archivedFile(entry));
    bytes += uncompressedSize;
    nameBytes += fileNameLength;
    if (bytes > limits.bytes) {
      throw tooLarge(`its files exceed ${sizeOf(limits.bytes)}`);
    }
    if (nameBytes > limits.nameBytes) {
      throw tooLarge(`its paths exceed ${sizeOf(limits.nameBytes)}`);
    }
  }
  rejectOverlaps(files);
  return files;
}

function archivedFile(entry: Entry): ArchivedFile {
  return {
    byteSize: entry.uncompressedSize,
    storedSize: entry.compressedSize,
    method: entry.compressionMethod,
    offset: entry.relativeOffsetOfLocalHeader,
  };
}

/** Converts to the ZIP reader's record, which takes about 1 KB per file. */
function entryOf({ byteSize, storedSize, method, offset }: ArchivedFile): Entry {
  const entry = new Entry();
  entry.uncompressedSize = byteSize;
  entry.compressedSize = storedSize;
  entry.compressionMethod = method;
  entry.relativeOffsetOfLocalHeader = offset;
  entry.generalPurposeBitFlag = 0;
  return entry;
}

const SYMBOLIC_LINK = 0o12;
const REGULAR_FILE = 0o10;

function checkEntry(entry: Entry, { ratio, ratioFrom }: ArchiveLimits): void {
  const { fileName: name, compressedSize, uncompressedSize } = entry;
  if (name.endsWith("/")) throw invalid(`${name} is a folder`);
  parseTreePath(name);
  if (entry.isEncrypted()) throw invalid(`${name} is encrypted`);
  const kind = entry.externalFileAttributes >>> 28;
  if (kind === SYMBOLIC_LINK) throw invalid(`${name} is a symbolic link`);
  if (kind !== 0 && kind !== REGULAR_FILE) throw invalid(`${name} is not a file`);
  if (!entry.canDecodeFileData()) throw invalid(`${name} uses an unsupported compression method`);
  if (uncompressedSize > ratioFrom && uncompressedSize > ratio * compressedSize) {
    throw tooLarge(`${name} expands to more than ${ratio} times its size`);
  }
}

/** Rejects overlapping files: ZIP bombs reuse the same bytes many times. */
function rejectOverlaps(files: ReadonlyMap<string, ArchivedFile>): void {
  const sorted = [...files].toSorted(([, a], [, b]) => a.offset - b.offset);
  let end = 0;
  for (const [name, { offset, storedSize }] of sorted) {
    if (offset < end) throw invalid(`${name} overlaps another file`);
    end = offset + LOCAL_HEADER_BYTES + Buffer.byteLength(name) + storedSize;
  }
}

const LOCAL_HEADER_BYTES = 30;

/** Converts an error of the ZIP reader. */
export function archiveError(cause: unknown): CmsError {
  // A failing disk says nothing about the content.
  const isDisk = cause instanceof Error && "syscall" in cause;
  if (isDisk) {
    const message = `The archive cannot be read: ${cause.message}`;
    return new CmsError("storage_failed", message, { cause: cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  const sentence = reason.endsWith(".") ? reason : `${reason}.`;
  return new CmsError("invalid_archive", `The ZIP cannot be read: ${sentence}`, { cause });
}

function invalid(why: string): CmsError {
  return new CmsError("invalid_archive", `The ZIP was rejected: ${why}.`);
}

function tooLarge(why: string): CmsError {
  return new CmsError("too_large", `The ZIP was rejected: ${why}.`);
}
