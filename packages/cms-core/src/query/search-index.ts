import { type GrowingArray, growingUint32 } from "./growing-array.ts";
import { createPostingLists, type PostingLists } from "./posting-lists.ts";
import type { QueryEntry } from "./query-entry.ts";
import type { QueryField } from "./query-field.ts";
import { readSearchText, type SearchPlan, searchPlanOf, type SearchText } from "./search-text.ts";
import { createTextSignatures, type TextSignatures } from "./text-signatures.ts";
import {
  FIRST,
  postingKey,
  REST,
  rowsOfWords,
  rowsToLookInto,
  SLUG,
  type WordRows,
} from "./word-rows.ts";
import { createWordTable, MAX_PART_UNITS, wordsIn, type WordTable } from "./word-table.ts";

/** What a store knows for searches; made by the first one, and brought to the newest row by each. */
export interface SearchIndex {
  readonly plan: SearchPlan;
  readonly words: WordTable;
  /** By word and place, the rows. */
  readonly postings: PostingLists;
  /** Of each word the last row that has it, and one. */
  readonly lastRows: GrowingArray<Uint32Array<ArrayBuffer>>;
  /** How many rows have been read. */
  rows: number;
  /** Of all rows: for words of scripts that write without spaces; made when one is searched. */
  all: { readonly signatures: TextSignatures; rows: number } | undefined;
  /** Normalised texts that were looked into, by row, as far as `keptCharacters` allows. */
  readonly texts: Map<number, SearchText>;
  keptCharacters: number;
}

const MAX_KEPT_CHARACTERS = 8_000_000;

/** So many rows are read at once, in some ten milliseconds. */
const READ_ROWS = 1024;

export function createSearchIndex(fields: readonly QueryField[]): SearchIndex {
  return {
    plan: searchPlanOf(fields),
    words: createWordTable(),
    postings: createPostingLists(),
    lastRows: growingUint32(),
    rows: 0,
    all: undefined,
    texts: new Map(),
    keptCharacters: 0,
  };
}

/** The rows of all entries that hold `word`, or may do so. */
export function findWord(
  index: SearchIndex,
  entries: readonly QueryEntry[],
  word: string,
): WordRows {
  while (readSome(index, entries));
  const [longest] = wordsIn(word).toSorted((a, b) => b.length - a.length);
  if (longest === undefined) {
    return rowsToLookInto(allSignatures(index, entries).candidates([word]), entries.length);
  }
  const { words, postings } = index;
  const part = longest.slice(0, MAX_PART_UNITS);
  const found = { words: words.containing(part), isPart: part !== word };
  return rowsOfWords(postings, found, entries.length);
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
  const end = Math.min(index.rows + READ_ROWS, entries.length);
  for (let row = index.rows; row < end; row += 1) {
    const entry = entries[row];
    if (entry !== undefined) readRow(index, row, readSearchText(entry, index.plan));
  }
  index.rows = end;
  return end < entries.length;
}

/** A word stands with the place where it is worth most: that is read first. */
function readRow(
  { words, postings, lastRows }: SearchIndex,
  row: number,
  { text, slugStart, restStart }: SearchText,
): void {
  let place = FIRST;
  const visit = (word: number): void => {
    while (lastRows.length <= word) lastRows.push(0);
    if (lastRows.values[word] === row + 1) return;
    lastRows.values[word] = row + 1;
    postings.add(postingKey(word, place), row);
  };
  words.read(text, 0, slugStart, visit);
  place = SLUG;
  words.read(text, slugStart, restStart, visit);
  place = REST;
  words.read(text, restStart, text.length, visit);
}

function allSignatures(index: SearchIndex, entries: readonly QueryEntry[]): TextSignatures {
  index.all ??= { signatures: createTextSignatures(), rows: 0 };
  const { all } = index;
  for (; all.rows < entries.length; all.rows += 1) {
    all.signatures.set(all.rows, searchTextOf(index, entries, all.rows).text);
  }
  return all.signatures;
}
