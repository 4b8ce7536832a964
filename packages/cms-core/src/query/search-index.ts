import type { QueryEntry } from "./query-entry.ts";
import type { QueryField } from "./query-field.ts";
import { readSearchText, type SearchPlan, searchPlanOf, type SearchText } from "./search-text.ts";
import { createTextSignatures, type TextSignatures } from "./text-signatures.ts";
import {
  makeWordSegment,
  SEGMENT_ROWS,
  weighWord,
  wordsIn,
  type WordSegment,
} from "./word-segment.ts";

/** What a store knows for searches; made by the first one, and brought to the newest row by each. */
export interface SearchIndex {
  readonly plan: SearchPlan;
  /** Of every 1,024 rows, the words. */
  readonly segments: WordSegment[];
  /** Of the rows after them, the signatures, counted from the first of them. */
  tail: TextSignatures;
  /** How many rows have been read. */
  rows: number;
  /** Of all rows: for words of scripts that write without spaces; made when one is searched. */
  all: { readonly signatures: TextSignatures; rows: number } | undefined;
  /** Normalised texts by row, as far as `keptCharacters` allows. */
  readonly texts: Map<number, SearchText>;
  keptCharacters: number;
}

/** Texts of rows that have no segment yet, and of others that were looked into. */
const MAX_KEPT_CHARACTERS = 8_000_000;

/** The weight of a row that has to be looked into. */
export const MAYBE = 255;

export function createSearchIndex(fields: readonly QueryField[]): SearchIndex {
  return {
    plan: searchPlanOf(fields),
    segments: [],
    tail: createTextSignatures(),
    rows: 0,
    all: undefined,
    texts: new Map(),
    keptCharacters: 0,
  };
}

/** Of each row what it is worth that it holds `word`: 0 where it does not, or `MAYBE`. */
export function weighRows(
  index: SearchIndex,
  entries: readonly QueryEntry[],
  word: string,
): Uint8Array {
  readRows(index, entries);
  const weights = new Uint8Array(entries.length);
  const [longest = ""] = wordsIn(word).toSorted((a, b) => b.length - a.length);
  if (longest === "") {
    for (const row of allSignatures(index, entries).candidates([word])) weights[row] = MAYBE;
    return weights;
  }
  for (const [number, segment] of index.segments.entries()) {
    const start = number * SEGMENT_ROWS;
    const own = weights.subarray(start, start + SEGMENT_ROWS);
    weighWord(segment, longest, own);
    if (longest !== word) for (const [row, weight] of own.entries()) own[row] = weight && MAYBE;
    for (const row of segment.loose) own[row] = MAYBE;
  }
  const start = index.segments.length * SEGMENT_ROWS;
  for (const row of index.tail.candidates([word])) weights[start + row] = MAYBE;
  return weights;
}

/** The text of a row, kept while there is room. */
export function searchTextOf(
  index: SearchIndex,
  entries: readonly QueryEntry[],
  row: number,
): SearchText {
  const known = index.texts.get(row);
  const entry = entries[row];
  if (known !== undefined) return known;
  if (entry === undefined) return { text: "", slugStart: 0, restStart: 0 };
  const text = readSearchText(entry, index.plan);
  if (index.keptCharacters + text.text.length <= MAX_KEPT_CHARACTERS) {
    index.texts.set(row, text);
    index.keptCharacters += text.text.length;
  }
  return text;
}

/** Reads some rows that were not read yet; returns whether there are more. */
export function readSome(index: SearchIndex, entries: readonly QueryEntry[]): boolean {
  const start = index.segments.length * SEGMENT_ROWS;
  if (entries.length - start < SEGMENT_ROWS) return false;
  sealSegment(index, entries, start);
  return true;
}

function readRows(index: SearchIndex, entries: readonly QueryEntry[]): void {
  while (readSome(index, entries));
  const start = index.segments.length * SEGMENT_ROWS;
  for (; index.rows < entries.length; index.rows += 1) {
    index.tail.set(index.rows - start, searchTextOf(index, entries, index.rows).text);
  }
}

/** The words of the next 1,024 rows take the place of their signatures and texts. */
function sealSegment(index: SearchIndex, entries: readonly QueryEntry[], start: number): void {
  const rows = Array.from({ length: SEGMENT_ROWS }, (_, row) => start + row);
  index.segments.push(makeWordSegment(rows.map((row) => searchTextOf(index, entries, row))));
  for (const row of rows) {
    index.keptCharacters -= index.texts.get(row)?.text.length ?? 0;
    index.texts.delete(row);
  }
  index.tail = createTextSignatures();
  index.rows = Math.max(index.rows, start + SEGMENT_ROWS);
}

function allSignatures(index: SearchIndex, entries: readonly QueryEntry[]): TextSignatures {
  index.all ??= { signatures: createTextSignatures(), rows: 0 };
  const { all } = index;
  for (; all.rows < entries.length; all.rows += 1) {
    all.signatures.set(all.rows, searchTextOf(index, entries, all.rows).text);
  }
  return all.signatures;
}
