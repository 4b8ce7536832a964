import type { PostingLists } from "./posting-lists.ts";
import { addBits, bitsOf, emptyBits, exceptOf, hasRow, type RowBits } from "./row-bits.ts";
import { WEIGHTS } from "./search-weights.ts";

/** The weight of a row that has to be looked into. */
export const MAYBE = 255;

/** Which rows of a store hold a word, and what that is worth. */
export type WordRows = FewRows | ManyRows;

interface FewRows {
  readonly kind: "few";
  /** Ascending. */
  readonly rows: Uint32Array;
  /** Of each of them, or `MAYBE`. */
  readonly weights: Uint8Array;
}

export interface ManyRows {
  readonly kind: "many";
  /** All of them. */
  readonly held: RowBits;
  /** Those that hold it in the first text field, and, of the others, in the slug. */
  readonly first: RowBits | undefined;
  readonly slug: RowBits | undefined;
  /** Those that have to be looked into, whatever else is said of them. */
  readonly maybe: RowBits | undefined;
  /** Whether every row holds it. */
  readonly isEvery: boolean;
}

/** Places where a word may stand in a row, the best first; a row is in the list of the best alone. */
const PLACES = 3;
export const FIRST = 0;
export const SLUG = 1;
export const REST = 2;

/** Where the list of a word and a place is. */
export function postingKey(word: number, place: number): number {
  return word * PLACES + place;
}

/** What is known of the rows that may hold a word. */
export interface FoundWords {
  /** The words of the texts that it occurs in. */
  readonly words: readonly number[];
  /** Whether it is only a part of it that occurs in them. */
  readonly isPart: boolean;
}

/** The rows of a store, of which there are `rows`, that hold a word or may do so. */
export function rowsOfWords(postings: PostingLists, found: FoundWords, rows: number): WordRows {
  let count = 0;
  for (const word of found.words) {
    for (let place = 0; place < PLACES; place += 1) {
      count += postings.count(postingKey(word, place));
    }
  }
  return count <= fewOf(rows) ? fewRows(postings, found, count) : manyRows(postings, found, rows);
}

/** Rows that may hold a word. */
export function rowsToLookInto(found: Iterable<number>, rows: number): WordRows {
  const list = Uint32Array.from(found);
  if (list.length <= fewOf(rows)) {
    return { kind: "few", rows: list, weights: new Uint8Array(list.length).fill(MAYBE) };
  }
  const held = bitsOf(list, rows);
  return { kind: "many", held, first: undefined, slug: undefined, maybe: held, isEvery: false };
}

/** So few are better sorted than marked among all. */
function fewOf(rows: number): number {
  return Math.max(32, rows >>> 8);
}

/** By what is sorted beside a row: what comes first counts. */
const WEIGHT_OF_RANK = [MAYBE, WEIGHTS.first, WEIGHTS.slug, WEIGHTS.rest] as const;
const RANK_BITS = 2;
const RANK_MASK = 3;

function fewRows(postings: PostingLists, { words, isPart }: FoundWords, count: number): WordRows {
  const ranked = new Uint32Array(count);
  const list = new Uint32Array(count);
  let ranks = 0;
  const take = (to: number, rank: number): void => {
    for (let at = 0; at < to; at += 1) ranked[ranks + at] = ((list[at] ?? 0) << RANK_BITS) | rank;
    ranks += to;
  };
  for (const word of words) {
    for (let place = 0; place < PLACES; place += 1) {
      take(postings.copy(postingKey(word, place), list, 0), isPart ? 0 : place + 1);
    }
  }
  ranked.sort();
  const rows = new Uint32Array(count);
  const weights = new Uint8Array(count);
  let kept = 0;
  for (const one of ranked) {
    const row = one >>> RANK_BITS;
    if (kept > 0 && rows[kept - 1] === row) continue;
    rows[kept] = row;
    weights[kept] = WEIGHT_OF_RANK[one & RANK_MASK] ?? 0;
    kept += 1;
  }
  return { kind: "few", rows: rows.subarray(0, kept), weights: weights.subarray(0, kept) };
}

function manyRows(postings: PostingLists, { words, isPart }: FoundWords, rows: number): ManyRows {
  const first = marked(postings, { words, place: FIRST, rows });
  const none = { first: undefined, slug: undefined };
  // Nothing can be worth more, and no other place adds a row.
  if (first?.isEvery) {
    const held = first.bits;
    return { kind: "many", held, slug: undefined, isEvery: true, ...maybeFirst(held, isPart) };
  }
  const slug = marked(postings, { words, place: SLUG, rows });
  const rest = marked(postings, { words, place: REST, rows });
  const held = emptyBits(rows);
  for (const one of [first, slug, rest]) if (one !== undefined) addBits(held, one.bits);
  if (isPart) return { kind: "many", held, ...none, maybe: held, isEvery: false };
  return {
    kind: "many",
    held,
    first: first?.bits,
    slug: slug && (first === undefined ? slug.bits : exceptOf(slug.bits, first.bits)),
    maybe: undefined,
    isEvery: false,
  };
}

function maybeFirst(held: RowBits, isPart: boolean): Pick<ManyRows, "first" | "maybe"> {
  return isPart ? { first: undefined, maybe: held } : { first: held, maybe: undefined };
}

interface Marking {
  readonly words: readonly number[];
  readonly place: number;
  readonly rows: number;
}

/** The rows that hold one of some words in a place; the set may be a list's own and must not change. */
function marked(
  postings: PostingLists,
  { words, place, rows }: Marking,
): { readonly bits: RowBits; readonly isEvery: boolean } | undefined {
  let bits: RowBits | undefined;
  for (const word of words) {
    const key = postingKey(word, place);
    const count = postings.count(key);
    if (count === 0) continue;
    const own = count === rows ? postings.bits(key) : undefined;
    if (own !== undefined) return { bits: own, isEvery: true };
    bits ??= emptyBits(rows);
    postings.mark(key, bits);
  }
  return bits && { bits, isEvery: false };
}

/** What a row is worth: 0 where it does not hold the word, or `MAYBE`. */
export function weightOf(word: WordRows, row: number): number {
  if (word.kind === "few") {
    const at = placeOf(word.rows, row);
    return word.rows[at] === row ? (word.weights[at] ?? 0) : 0;
  }
  const { held, first, slug, maybe } = word;
  if (!hasRow(held, row)) return 0;
  if (maybe !== undefined && hasRow(maybe, row)) return MAYBE;
  if (first !== undefined && hasRow(first, row)) return WEIGHTS.first;
  return slug !== undefined && hasRow(slug, row) ? WEIGHTS.slug : WEIGHTS.rest;
}

/** Where the first row stands that is not before this one. */
function placeOf(rows: Uint32Array, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}
