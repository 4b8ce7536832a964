import { CmsError } from "../base/errors.ts";
import type { Oid } from "./object-id.ts";

const SPACE = 32;
const SLASH = 47;
const PAST_END = -1;
const OID_BYTES = 20;
// `40000`; no other mode begins with a 4.
const FOLDER_MODE_START = 52;

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

/** Where an entry is, or would be inserted by its sort key. */
export interface Place {
  readonly at: number;
  readonly key: Buffer;
  readonly span?: EntrySpan;
}

/** What takes the place of the bytes from `start` to `end`; `key` orders inserts at one place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly bytes: Buffer;
  readonly key: Buffer;
}

/** The bytes that git sorts by: a folder counts as if its name ended in `/`. */
function sortKey(name: string, folder: boolean): Buffer {
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

/** A folder's list as git stores it. */
export class Tree {
  readonly bytes: Buffer;
  #offsets: readonly number[] | undefined;

  /** @param offsets of a tree whose entries stand at the same places */
  constructor(bytes: Buffer, offsets?: readonly number[]) {
    this.bytes = bytes;
    this.#offsets = offsets;
  }

  get length(): number {
    return this.bytes.length;
  }

  /**
   * Where each entry begins, and the end as the last one.
   *
   * @throws CmsError `repository_broken`
   */
  get offsets(): readonly number[] {
    this.#offsets ??= entryOffsets(this.bytes);
    return this.#offsets;
  }
}

function entryOffsets(tree: Buffer): number[] {
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
    const order = compareEntry(bytes, start, end, key);
    if (order === 0) return { at: start, key, span: readSpan(bytes, start, end) };
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return { at: offsets[low] ?? bytes.length, key };
}

/** An entry's sort key against another, where it stands: most steps of a search decode nothing. */
function compareEntry(tree: Buffer, start: number, end: number, key: Buffer): number {
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

/** The tree with every splice done; they may come in any order but may not overlap. */
export function spliceTree(tree: Tree, splices: readonly Splice[]): Tree {
  if (splices.every(({ start, end, bytes }) => bytes.length === end - start)) {
    const copy = Buffer.allocUnsafe(tree.length);
    copy.set(tree.bytes);
    for (const { start, bytes } of splices) copy.set(bytes, start);
    return new Tree(copy, tree.offsets);
  }
  const sorted = splices.toSorted(
    (a, b) => a.start - b.start || a.end - b.end || Buffer.compare(a.key, b.key),
  );
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end, bytes } of sorted) {
    parts.push(tree.bytes.subarray(at, start), bytes);
    at = end;
  }
  parts.push(tree.bytes.subarray(at));
  return new Tree(Buffer.concat(parts));
}

function readSpan(tree: Buffer, start: number, end: number): EntrySpan {
  const space = tree.indexOf(SPACE, start);
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

function brokenTree(): CmsError {
  return new CmsError("repository_broken", "A folder's list in the repository cannot be read.");
}
