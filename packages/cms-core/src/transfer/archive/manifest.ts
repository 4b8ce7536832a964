import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { CmsError, isCmsError, type Issue } from "../../base/errors.ts";
import { isSiteId } from "../../base/ids.ts";
import { isOid } from "../../git/objects/object-id.ts";
import type { EntryCounts } from "./content-json.ts";
import { type Archive, archiveError } from "./open-archive.ts";
import type { LinkedMedia } from "./plan-media.ts";

export const MANIFEST_PATH = "manifest.json";
export const BUNDLE_PATH = "repository.bundle";
export const EXPORT_FORMAT = "loam-export";
export const EXPORT_VERSION = 1;

/** A file in the ZIP. */
export interface ExportedFile {
  readonly path: string;
  readonly byteSize: number;
  /** Lowercase hex. */
  readonly sha256: string;
}

/** Content of `manifest.json`, the last file of an export: what it includes and omits. */
export interface ExportManifest {
  readonly format: typeof EXPORT_FORMAT;
  readonly version: typeof EXPORT_VERSION;
  readonly site: { readonly id: string; readonly name: string };
  /** The exported commits. */
  readonly commits: { readonly main: string; readonly published?: string };
  /** Time of the later commit, and of every file in the ZIP. It is the same in every export of these commits. */
  readonly when: string;
  /** Prefix of the URLs in `published/`. */
  readonly publicUrl: string;
  readonly entries: Readonly<EntryCounts>;
  readonly media: {
    readonly records: number;
    readonly limitBytes: number;
    readonly bundledFiles: number;
    readonly bundledBytes: number;
    /** Media beyond the size limit. */
    readonly notBundled: readonly LinkedMedia[];
    /** Ids of records whose binary is missing. */
    readonly missing: readonly string[];
  };
  /** Paths on `main` that are not part of a site. They are only in `repository.bundle`. */
  readonly otherFiles: readonly string[];
  readonly problems: readonly Issue[];
  /** All other files, in ZIP order. */
  readonly files: readonly ExportedFile[];
}

/** Formats a file's line in the manifest. One file per line lets any tool compare two exports. */
export function manifestLine(file: ExportedFile): string {
  return `    ${JSON.stringify(file)}`;
}

/**
 * Yields the text of the manifest.
 *
 * @param lines lines of its files, from `manifestLine`
 */
export function* printManifest(
  head: Omit<ExportManifest, "files">,
  lines: readonly string[],
): Generator<Buffer> {
  const start = JSON.stringify(head, undefined, 2).replace(/\n\}$/, "");
  yield Buffer.from(`${start},\n  "files": [\n`);
  for (const [index, line] of lines.entries()) {
    yield Buffer.from(index === 0 ? line : `,\n${line}`);
  }
  yield Buffer.from("\n  ]\n}\n");
}

/** The parts of a manifest that an import needs. */
export interface ReadManifest extends Pick<ExportManifest, "site" | "commits" | "publicUrl"> {
  /** SHA-256 by path. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Size limit of a manifest without the lines of its files. */
const MAX_BYTES = 16_777_216;
const MAX_LINE_BYTES = 400;
const SHA256 = /^[0-9a-f]{64}$/;

/** Reads the manifest of an export and compares its list with the directory of the ZIP. */
export async function readManifest(archive: Archive): Promise<ReadManifest> {
  const file = archive.files.get(MANIFEST_PATH);
  if (file === undefined)
    throw invalidArchive("it has no manifest.json, so it is not a site export");
  const mostBytes = MAX_BYTES + MAX_LINE_BYTES * archive.files.size;
  if (file.byteSize > mostBytes) throw invalidArchive("its manifest is too large");
  const manifest = parse(await readWhole(archive, MANIFEST_PATH));
  for (const path of archive.files.keys()) {
    const listed = path === MANIFEST_PATH || manifest.hashes.has(path);
    if (!listed) throw invalidArchive(`${path} is not in its manifest`);
  }
  const lacking = [...manifest.hashes.keys()].find((path) => !archive.files.has(path));
  if (lacking !== undefined) throw invalidArchive(`${lacking} is missing`);
  return manifest;
}

/**
 * Streams a file and compares it with the manifest.
 *
 * @throws CmsError `invalid_archive` at the end, if it doesn't match
 */
export async function* readChecked(
  archive: Archive,
  { hashes }: Pick<ReadManifest, "hashes">,
  path: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* hashChunks(await archive.read(path), ({ sha256 }) => {
      if (sha256 !== hashes.get(path)) throw invalidArchive(`${path} does not match its manifest`);
    });
  } catch (error) {
    throw isCmsError(error) ? error : archiveError(error);
  }
}

/** Passes chunks through unchanged. At the end it calls `onEnd` with their size and hash, and `onEnd` can throw. */
export async function* hashChunks(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onEnd: (whole: Omit<ExportedFile, "path">) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let byteSize = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    byteSize += chunk.length;
    yield chunk;
  }
  onEnd({ byteSize, sha256: hash.digest("hex") });
}

async function readWhole(archive: Archive, path: string): Promise<Buffer> {
  try {
    return await buffer(await archive.read(path));
  } catch (error) {
    throw isCmsError(error) ? error : archiveError(error);
  }
}

function parse(bytes: Buffer): ReadManifest {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw invalidArchive("its manifest is not valid JSON", cause);
  }
  const manifest = new Members(value, "manifest");
  if (manifest.text("format") !== EXPORT_FORMAT) throw invalidArchive("it is not a site export");
  const version = manifest.get("version");
  if (version !== EXPORT_VERSION) {
    throw invalidArchive(
      `it has version ${JSON.stringify(version)}, but this version of Loam reads ${EXPORT_VERSION}`,
    );
  }
  const site = new Members(manifest.get("site"), "site");
  const commits = new Members(manifest.get("commits"), "commits");
  const published = commits.get("published");
  return {
    site: { id: site.text("id", isSiteId), name: site.text("name") },
    commits: {
      main: commits.text("main", isOid),
      ...(published === undefined ? {} : { published: commits.text("published", isOid) }),
    },
    publicUrl: manifest.text("publicUrl"),
    hashes: readHashes(manifest.get("files")),
  };
}

function readHashes(files: unknown): ReadonlyMap<string, string> {
  if (!Array.isArray(files)) throw invalidArchive("its manifest has no list of files");
  const hashes = new Map<string, string>();
  for (const one of files) {
    const file = new Members(one, "files");
    hashes.set(
      file.text("path"),
      file.text("sha256", (text) => SHA256.test(text)),
    );
  }
  return hashes;
}

/** Reads members of an object in the manifest, whose content is untrusted. */
class Members {
  readonly #members: ReadonlyMap<string, unknown>;
  readonly #name: string;

  constructor(value: unknown, name: string) {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isObject) throw invalidArchive(`its manifest has no "${name}"`);
    this.#members = new Map(Object.entries(value));
    this.#name = name;
  }

  get(key: string): unknown {
    return this.#members.get(key);
  }

  text(key: string, accept: (text: string) => boolean = () => true): string {
    const value = this.get(key);
    if (typeof value === "string" && accept(value)) return value;
    throw invalidArchive(`"${key}" of "${this.#name}" in its manifest is invalid`);
  }
}

/** Creates the error for a ZIP that is rejected. */
export function invalidArchive(why: string, cause?: unknown): CmsError {
  return new CmsError("invalid_archive", `The ZIP was rejected: ${why}.`, { cause });
}
