import { CmsError } from "../base/errors.ts";
import type { Oid } from "./object-id.ts";

const SPACE = 32;
const OID_BYTES = 20;
const FOLDER_MODE = "40000";

/** One name in a tree object. */
export interface TreeEntry {
  readonly name: string;
  /** As git stores it: `40000` is a folder. */
  readonly mode: string;
  readonly oid: Oid;
}

/** Where an entry stands in a tree object's bytes. */
export interface EntrySpan {
  readonly start: number;
  readonly end: number;
  readonly entry: TreeEntry;
}

/** What takes the place of the bytes from `start` to `end`; `key` orders inserts at one place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly bytes: Buffer;
  readonly key: Buffer;
}

export function isFolder(entry: TreeEntry): boolean {
  return entry.mode === FOLDER_MODE;
}

/** The bytes that git sorts by: a folder counts as if its name ended in `/`. */
export function sortKey(name: string, folder: boolean): Buffer {
  return Buffer.from(folder ? `${name}/` : name);
}

export function printTreeEntry({ mode, name, oid }: TreeEntry): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, "hex")]);
}

/**
 * The offset of each entry in a tree object, and the end as the last one.
 *
 * @throws CmsError `repository_broken`
 */
export function entryOffsets(tree: Buffer): number[] {
  const offsets: number[] = [];
  let at = 0;
  while (at < tree.length) {
    offsets.push(at);
    const nul = tree.indexOf(0, at);
    if (nul < 0 || nul + OID_BYTES >= tree.length) throw brokenTree();
    at = nul + 1 + OID_BYTES;
  }
  offsets.push(tree.length);
  return offsets;
}

/** The entry of that name and kind, and where it is or would be inserted. */
export function findEntry(
  tree: Buffer,
  offsets: readonly number[],
  { name, folder }: { readonly name: string; readonly folder: boolean },
): { readonly at: number; readonly span?: EntrySpan } {
  const key = sortKey(name, folder);
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = readSpan(tree, offsets, middle);
    const order = Buffer.compare(sortKey(span.entry.name, isFolder(span.entry)), key);
    if (order === 0) return { at: span.start, span };
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return { at: offsets[low] ?? tree.length };
}

/** The tree with every splice done; they may come in any order but may not overlap. */
export function spliceTree(tree: Buffer, splices: readonly Splice[]): Buffer {
  const sorted = splices.toSorted(
    (a, b) => a.start - b.start || a.end - b.end || Buffer.compare(a.key, b.key),
  );
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end, bytes } of sorted) {
    parts.push(tree.subarray(at, start), bytes);
    at = end;
  }
  parts.push(tree.subarray(at));
  return Buffer.concat(parts);
}

function readSpan(tree: Buffer, offsets: readonly number[], index: number): EntrySpan {
  const start = offsets[index] ?? 0;
  const end = offsets[index + 1] ?? 0;
  const space = tree.indexOf(SPACE, start);
  const nul = end - OID_BYTES - 1;
  if (space < 0 || space > nul) throw brokenTree();
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

function brokenTree(): CmsError {
  return new CmsError("repository_broken", "A folder's list in the repository cannot be read.");
}
