import { CmsError } from "../base/errors.ts";
import type { Oid } from "./object-id.ts";

const SPACE = 32;
const SLASH = 47;
const PAST_END = -1;
const OID_BYTES = 20;
const FILE_MODE = "100644";
/** Of `40000`. */
const FOLDER_DIGITS = 5;
// `40000`; no other mode begins with a 4.
const FOLDER_MODE_START = 52;

/** One name in a tree object. */
export interface TreeEntry {
  readonly name: string;
  /** As git stores it: `40000` is a folder. */
  readonly mode: string;
  readonly oid: Oid;
}

/** Where an entry stands in the bytes that were searched. */
export interface EntrySpan {
  readonly start: number;
  readonly end: number;
  readonly entry: TreeEntry;
}

/** Where an entry is among some, or would be inserted by its sort key. */
export interface EntryPlace {
  readonly at: number;
  readonly span?: EntrySpan;
}

/** The bytes that git sorts by: a folder counts as if its name ended in `/`. */
export function sortKey(name: string, folder: boolean): Buffer {
  return Buffer.from(folder ? `${name}/` : name);
}

export function printTreeEntry({ mode, name, oid }: TreeEntry): Buffer {
  const head = `${mode} ${name}\0`;
  const length = Buffer.byteLength(head);
  const entry = Buffer.allocUnsafe(length + OID_BYTES);
  entry.write(head);
  entry.write(oid, length, "hex");
  return entry;
}

/**
 * Where each entry begins, and the end as the last one.
 *
 * @throws CmsError `repository_broken`
 */
export function entryOffsets(tree: Buffer): number[] {
  const offsets: number[] = [];
  for (let at = 0; at < tree.length; at = endOfEntry(tree, at)) offsets.push(at);
  offsets.push(tree.length);
  return offsets;
}

/** @throws CmsError `repository_broken` */
export function endOfEntry(tree: Buffer, start: number): number {
  const nul = tree.indexOf(0, start);
  if (nul < 0 || nul + OID_BYTES >= tree.length) throw brokenTree();
  return nul + 1 + OID_BYTES;
}

/** The entry with a sort key among those that begin at `offsets`. */
export function searchEntries(tree: Buffer, offsets: readonly number[], key: Buffer): EntryPlace {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = offsets[middle] ?? 0;
    const end = offsets[middle + 1] ?? 0;
    const order = compareEntry(tree, { start, end }, key);
    if (order === 0) return { at: start, span: readSpan(tree, start, end) };
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return { at: offsets[low] ?? tree.length };
}

/** An entry's sort key against another, where it stands: most steps of a search decode nothing. */
export function compareEntry(
  tree: Buffer,
  { start, end }: { readonly start: number; readonly end: number },
  key: Buffer,
): number {
  const space = tree.indexOf(SPACE, start);
  const nul = end - OID_BYTES - 1;
  if (space < 0 || space > nul) throw brokenTree();
  const isOfFolder = tree[start] === FOLDER_MODE_START;
  for (let at = space + 1, place = 0; ; at += 1, place += 1) {
    const mine = at < nul ? tree[at] : at === nul && isOfFolder ? SLASH : PAST_END;
    const other = place < key.length ? key[place] : PAST_END;
    if (mine !== other) return (mine ?? PAST_END) - (other ?? PAST_END);
    if (mine === PAST_END) return 0;
  }
}

export function readSpan(tree: Buffer, start: number, end: number): EntrySpan {
  const space = endOfMode(tree, start);
  const nul = end - OID_BYTES - 1;
  return {
    start,
    end,
    entry: {
      mode: isFileMode(tree, start, space) ? FILE_MODE : tree.toString("latin1", start, space),
      name: tree.toString("utf8", space + 1, nul),
      oid: tree.toString("hex", nul + 1, end),
    },
  };
}

/** Modes have five or six digits. */
function endOfMode(tree: Buffer, start: number): number {
  if (tree[start + FOLDER_DIGITS] === SPACE) return start + FOLDER_DIGITS;
  const other = start + FILE_MODE.length;
  return tree[other] === SPACE ? other : tree.indexOf(SPACE, start);
}

/** Whether it is that of nearly all files, which then is one text and not one for each. */
function isFileMode(tree: Buffer, start: number, end: number): boolean {
  if (end - start !== FILE_MODE.length) return false;
  for (let at = 0; at < FILE_MODE.length; at += 1) {
    if (tree[start + at] !== FILE_MODE.charCodeAt(at)) return false;
  }
  return true;
}

function brokenTree(): CmsError {
  return new CmsError("repository_broken", "A folder's list in the repository cannot be read.");
}
