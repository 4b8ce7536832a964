import { CmsError } from "../../base/errors.ts";
import type { Author } from "./commit-object.ts";
import type { Oid } from "./object-id.ts";

const SPACE = 32;
const SLASH = Buffer.from("/");
const OID_BYTES = 20;
// `40000`; no other mode begins with a 4.
const FOLDER_MODE_START = 52;

/** A tree object: the list of a folder as git stores it. */
export interface Tree {
  readonly bytes: Buffer;
  /** Where each entry begins, and the end as the last one. */
  readonly offsets: readonly number[];
}

/** One name in a tree. */
export interface TreeEntry {
  readonly name: string;
  /** As git stores it: `40000` is a folder. */
  readonly mode: string;
  readonly oid: Oid;
}

/** Where an entry stands in a tree, or would be inserted by its sort key. */
export interface Place {
  readonly at: number;
  readonly key: Buffer;
  readonly span?: EntrySpan;
}

export interface EntrySpan {
  readonly start: number;
  readonly end: number;
  readonly entry: TreeEntry;
}

/** What takes the place of a tree's bytes from `start` to `end`; `key` orders inserts at one place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly bytes: Buffer;
  readonly key: Buffer;
}

export const EMPTY_TREE: Tree = { bytes: Buffer.alloc(0), offsets: [0] };

/** @throws CmsError `repository_broken` */
export function readTree(bytes: Buffer): Tree {
  const offsets: number[] = [];
  for (let at = 0; at < bytes.length; at = endOfEntry(bytes, at)) offsets.push(at);
  offsets.push(bytes.length);
  return { bytes, offsets };
}

function endOfEntry(tree: Buffer, start: number): number {
  const nul = tree.indexOf(0, start);
  if (nul < 0 || nul + OID_BYTES >= tree.length) throw brokenTree();
  return nul + 1 + OID_BYTES;
}

/**
 * The entry of that name and kind, and where it is or would be inserted.
 *
 * @throws CmsError `repository_broken`
 */
export function findEntry(
  { bytes, offsets }: Tree,
  { name, folder }: { readonly name: string; readonly folder: boolean },
): Place {
  const key = sortKey(name, folder);
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = offsets[middle] ?? 0;
    const end = offsets[middle + 1] ?? 0;
    const order = Buffer.compare(keyAt(bytes, start, end), key);
    if (order === 0) return { at: start, key, span: readSpan(bytes, start, end) };
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return { at: offsets[low] ?? bytes.length, key };
}

/** All that is in a folder, in git's order. @throws CmsError `repository_broken` */
export function listEntries({ bytes, offsets }: Tree): TreeEntry[] {
  return offsets
    .slice(1)
    .map((end, index) => readSpan(bytes, offsets[index] ?? bytes.length, end).entry);
}

/** The bytes that git sorts by: a folder counts as if its name ended in `/`. */
export function sortKey(name: string, folder: boolean): Buffer {
  return Buffer.from(folder ? `${name}/` : name);
}

/** The tree with every splice done; they may come in any order but may not overlap. */
export function spliceTree({ bytes: old }: Tree, splices: readonly Splice[]): Tree {
  const sorted = splices.toSorted(
    (a, b) => a.start - b.start || a.end - b.end || Buffer.compare(a.key, b.key),
  );
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end, bytes } of sorted) {
    parts.push(old.subarray(at, start), bytes);
    at = end;
  }
  parts.push(old.subarray(at));
  return readTree(Buffer.concat(parts));
}

export function printTreeEntry({ mode, name, oid }: TreeEntry): Buffer {
  const head = `${mode} ${name}\0`;
  const length = Buffer.byteLength(head);
  const entry = Buffer.allocUnsafe(length + OID_BYTES);
  entry.write(head);
  entry.write(oid, length, "hex");
  return entry;
}

/** What an entry is sorted by, where it stands: most steps of a search decode nothing. */
function keyAt(tree: Buffer, start: number, end: number): Buffer {
  const name = tree.subarray(endOfMode(tree, start, end) + 1, end - OID_BYTES - 1);
  return tree[start] === FOLDER_MODE_START ? Buffer.concat([name, SLASH]) : name;
}

function readSpan(tree: Buffer, start: number, end: number): EntrySpan {
  const space = endOfMode(tree, start, end);
  const nul = end - OID_BYTES - 1;
  return {
    start,
    end,
    entry: {
      mode: tree.toString("latin1", start, space),
      name: tree.toString("utf8", space + 1, nul),
      oid: tree.toString("hex", nul + 1, end),
    },
  };
}

function endOfMode(tree: Buffer, start: number, end: number): number {
  const space = tree.indexOf(SPACE, start);
  if (space < 0 || space >= end - OID_BYTES - 1) throw brokenTree();
  return space;
}

function brokenTree(): CmsError {
  return new CmsError("repository_broken", "A folder's list in the repository cannot be read.");
}

const MAX_PATH_BYTES = 1024;
const MAX_SEGMENT_BYTES = 255;
// Code points that HFS+ ignores in names, so that `.g\u200cit` is `.git` there.
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f\\]/;

/**
 * A path that any checkout of the repository can take: relative, `/` between parts, no `.`, `..`
 * or empty part, nothing that is or looks like `.git`, no backslash or control character.
 *
 * @throws CmsError `invalid_path`
 */
export function parseTreePath(path: string): string {
  const parts = path.split("/");
  const bad =
    UNSAFE.test(path) ||
    !path.isWellFormed() ||
    Buffer.byteLength(path) > MAX_PATH_BYTES ||
    parts.some(isUnsafePart);
  if (!bad) return path;
  throw new CmsError("invalid_path", "This path cannot stand in a site repository.", {
    details: { path: path.slice(0, MAX_PATH_BYTES).toWellFormed() },
  });
}

function isUnsafePart(part: string): boolean {
  if (part === "" || part === "." || part === "..") return true;
  if (Buffer.byteLength(part) > MAX_SEGMENT_BYTES) return true;
  const plain = part.replaceAll(IGNORED_BY_HFS, "").toLowerCase();
  // Windows drops trailing dots and spaces, and knows `.git` as `git~1`.
  const name = plain.replace(/[. ]+$/, "").split(":")[0] ?? "";
  return name === ".git" || name === "git~1" || plain === ".gitmodules";
}

/** New bytes of a file, a blob that the repository has, or null to remove the file. */
export type FileEdit = Uint8Array | { readonly oid: Oid } | null;

export type FileMode = "100644" | "100755";

/** What one commit changes, and who did it. */
export interface Change {
  /** By path. */
  readonly files: ReadonlyMap<string, FileEdit>;
  /** Files that are set and are programs, or are none any more. @default what stands there stays what it is */
  readonly modes?: ReadonlyMap<string, FileMode>;
  readonly author: Author;
  readonly message: string;
  /** Lines after the message: `Loam-Site`, `Loam-Entry`, `Loam-Action`. */
  readonly trailers?: Readonly<Record<string, string>>;
  /** @default now */
  readonly when?: Date;
  /** What else the commit brings together: its further parents. */
  readonly mergeOf?: readonly Oid[];
}
