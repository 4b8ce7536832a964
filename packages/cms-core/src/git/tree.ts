import { createHash, type Hash } from "node:crypto";
import { hashObject, type Oid } from "./object-id.ts";
import {
  compareEntry,
  endOfEntry,
  readSpan,
  searchEntries,
  sortKey,
  type EntryPlace,
  type TreeEntry,
} from "./tree-bytes.ts";
import { cutPieces, TreePiece } from "./tree-piece.ts";

/** Hashing goes on from the last of these states that an edit left as it was. */
const PIECES_BETWEEN_STATES = 8;
/** 5,000 entries of a ledger. */
const LONG_BYTES = 256 * 1024;

/**
 * A folder's list as git stores it, in pieces: an edit makes those anew that it touches, and shares the
 * others with the list before. So a list of megabytes costs little more than one of kilobytes.
 */
export class Tree {
  readonly pieces: readonly TreePiece[];
  /** In bytes. */
  readonly length: number;
  /** Bytes that it does not share with the list that it was made from. */
  readonly ownLength: number;
  #oid: Oid | undefined;
  /** Before every eighth piece, as far as it was hashed. */
  #states: Hash[] = [];

  constructor(pieces: readonly TreePiece[], ownLength?: number) {
    this.pieces = pieces;
    this.length = lengthOf(pieces);
    this.ownLength = ownLength ?? this.length;
  }

  /** Whether it is worth a file of its own. */
  get isLong(): boolean {
    return this.length > LONG_BYTES;
  }

  get oid(): Oid {
    this.#oid ??= this.#hash();
    return this.#oid;
  }

  /** The list as one piece of memory. */
  toBuffer(): Buffer {
    const [only, ...more] = this.pieces;
    return only !== undefined && more.length === 0
      ? only.bytes
      : Buffer.concat(this.pieces.map(({ bytes }) => bytes));
  }

  /**
   * The list with other pieces, of which it hashes those alone that come after the first new one.
   *
   * @param ownLength of those that are new, in bytes
   */
  withPieces(pieces: readonly TreePiece[], ownLength: number): Tree {
    const tree = new Tree(pieces, ownLength);
    // An object's id begins with its length.
    if (tree.length !== this.length) return tree;
    const same = pieces.findIndex((piece, index) => piece !== this.pieces[index]);
    const kept = same < 0 ? pieces.length : same;
    tree.#states = this.#states.slice(0, Math.floor(kept / PIECES_BETWEEN_STATES) + 1);
    return tree;
  }

  #hash(): Oid {
    if (this.pieces.length <= PIECES_BETWEEN_STATES) return hashObject("tree", this.toBuffer());
    this.#states[0] ??= createHash("sha1").update(`tree ${this.length}\0`);
    const begin = (this.#states.length - 1) * PIECES_BETWEEN_STATES;
    const hash = this.#states.at(-1)?.copy() ?? createHash("sha1");
    for (const [at, { bytes }] of this.pieces.slice(begin).entries()) {
      if (at > 0 && at % PIECES_BETWEEN_STATES === 0) this.#states.push(hash.copy());
      hash.update(bytes);
    }
    return hash.digest("hex");
  }
}

function lengthOf(pieces: readonly TreePiece[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

export const EMPTY_TREE: Tree = new Tree([]);

/** @throws CmsError `repository_broken` */
export function readTree(bytes: Buffer): Tree {
  return new Tree(cutPieces(bytes));
}

/** Where an entry is, or would be inserted by its sort key. */
export interface Place extends EntryPlace {
  /** Number of the piece that `at` and `span` are in. */
  readonly piece: number;
  readonly key: Buffer;
}

/** What takes the place of a piece's bytes from `start` to `end`; `key` orders inserts at one place. */
export interface Splice {
  readonly piece: number;
  readonly start: number;
  readonly end: number;
  readonly bytes: Buffer;
  readonly key: Buffer;
}

/**
 * The entry of that name and kind, and where it is or would be inserted.
 *
 * @throws CmsError `repository_broken`
 */
export function findEntry(
  { pieces }: Tree,
  { name, folder }: { readonly name: string; readonly folder: boolean },
): Place {
  const key = sortKey(name, folder);
  const number = findPiece(pieces, key);
  const piece = pieces[number];
  if (piece === undefined) return { piece: number, at: 0, key };
  return { piece: number, key, ...searchEntries(piece.bytes, piece.offsets, key) };
}

/** All that is in a folder, in git's order. @throws CmsError `repository_broken` */
export function listEntries({ pieces }: Tree): TreeEntry[] {
  return pieces.flatMap(({ bytes, offsets }) =>
    offsets.slice(0, -1).map((start, index) => {
      return readSpan(bytes, start, offsets[index + 1] ?? bytes.length).entry;
    }),
  );
}

/** The last piece that does not begin after the key; the first for whatever comes before all. */
function findPiece(pieces: readonly TreePiece[], key: Buffer): number {
  let low = 0;
  let high = pieces.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const bytes = pieces[middle]?.bytes ?? Buffer.alloc(0);
    const first = { start: 0, end: endOfEntry(bytes, 0) };
    if (compareEntry(bytes, first, key) <= 0) low = middle;
    else high = middle;
  }
  return low;
}

/** The tree with every splice done; they may come in any order but may not overlap. */
export function spliceTree(tree: Tree, splices: readonly Splice[]): Tree {
  const touched = Map.groupBy(splices, ({ piece }) => piece);
  const old = tree.pieces.length === 0 ? [new TreePiece(Buffer.alloc(0))] : tree.pieces;
  let ownLength = 0;
  const pieces = old.flatMap((piece, number) => {
    const own = touched.get(number);
    if (own === undefined) return [piece];
    const spliced = splicePiece(piece, own);
    ownLength += lengthOf(spliced);
    return spliced;
  });
  return tree.withPieces(pieces, ownLength);
}

function splicePiece(piece: TreePiece, splices: readonly Splice[]): TreePiece[] {
  if (splices.every(({ start, end, bytes }) => bytes.length === end - start)) {
    const copy = Buffer.allocUnsafe(piece.bytes.length);
    copy.set(piece.bytes);
    for (const { start, bytes } of splices) copy.set(bytes, start);
    return [new TreePiece(copy, piece.offsets)];
  }
  const sorted = splices.toSorted(
    (a, b) => a.start - b.start || a.end - b.end || Buffer.compare(a.key, b.key),
  );
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end, bytes } of sorted) {
    parts.push(piece.bytes.subarray(at, start), bytes);
    at = end;
  }
  parts.push(piece.bytes.subarray(at));
  return cutPieces(Buffer.concat(parts));
}
