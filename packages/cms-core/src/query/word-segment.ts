import { growingUint32 } from "./growing-array.ts";
import type { SearchText } from "./search-text.ts";
import { WEIGHTS } from "./search-weights.ts";

/**
 * Runs of these characters are the words of a text; so a searched word of nothing but these occurs in
 * a text only inside one of them. Scripts that write without spaces are not among them.
 */
const WORD = /[0-9a-z\u00c0-\u052f]+/g;

/** Rows of one segment. */
export const SEGMENT_ROWS = 1024;

const ROW_BITS = 10;
const ROW_MASK = SEGMENT_ROWS - 1;

/** A run that is longer, such as encoded data, is no word; its row is looked into by every search. */
const MAX_WORD_LENGTH = 100;

/** By place, as postings have it. */
const WEIGHT_OF_PLACE = [WEIGHTS.rest, WEIGHTS.slug, WEIGHTS.first] as const;
const REST = 0;
const SLUG = 1;
const FIRST = 2;

/** Which words occur in which of 1,024 rows, and where; never changed once it is made. */
export interface WordSegment {
  /** All words, each between two line feeds. */
  readonly words: string;
  /** Of each word where it begins in `words`; at last the end. */
  readonly starts: Uint32Array;
  /** Of each word where its postings begin; at last their end. */
  readonly from: Uint32Array;
  /** A row of the segment, with the best place where it has the word. */
  readonly postings: Uint16Array;
  /** Rows that have to be looked into whatever is searched. */
  readonly loose: readonly number[];
}

/** The runs of word characters in a searched word. */
export function wordsIn(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

export function makeWordSegment(texts: readonly SearchText[]): WordSegment {
  const ids = new Map<string, number>();
  const lastRows: number[] = [];
  const found = { ids: growingUint32(), postings: growingUint32() };
  const loose = new Set<number>();
  const add = (word: string, row: number, place: number): void => {
    const id = ids.get(word) ?? ids.size;
    if (id === ids.size) ids.set(word, id);
    if (word.length > MAX_WORD_LENGTH) loose.add(row);
    // A word stands with the place where it is worth most: that is looked at first.
    if (lastRows[id] === row) return;
    lastRows[id] = row;
    found.ids.push(id);
    found.postings.push(row | (place << ROW_BITS));
  };
  for (const [row, text] of texts.entries()) {
    for (const [part, place] of partsOf(text)) {
      for (const word of wordsIn(part)) add(word, row, place);
    }
  }
  return { ...listWords(ids), ...groupPostings(found, ids.size), loose: [...loose] };
}

function partsOf({
  text,
  slugStart,
  restStart,
}: SearchText): readonly (readonly [string, number])[] {
  return [
    [text.slice(0, slugStart), FIRST],
    [text.slice(slugStart, restStart), SLUG],
    [text.slice(restStart), REST],
  ];
}

function listWords(ids: ReadonlyMap<string, number>): Pick<WordSegment, "words" | "starts"> {
  const words = `\n${[...ids.keys()].join("\n")}\n`;
  const starts = new Uint32Array(ids.size + 1);
  let start = 1;
  for (const [word, id] of ids) {
    starts[id] = start;
    start += word.length + 1;
  }
  starts[ids.size] = start;
  return { words, starts };
}

interface FoundWords {
  readonly ids: ReturnType<typeof growingUint32>;
  readonly postings: ReturnType<typeof growingUint32>;
}

/** Postings by word: counted, then each put into its place. */
function groupPostings(
  { ids, postings }: FoundWords,
  words: number,
): Pick<WordSegment, "from" | "postings"> {
  const from = new Uint32Array(words + 1);
  for (let at = 0; at < ids.length; at += 1) {
    const next = (ids.values[at] ?? 0) + 1;
    from[next] = (from[next] ?? 0) + 1;
  }
  for (let id = 0; id < words; id += 1) from[id + 1] = (from[id + 1] ?? 0) + (from[id] ?? 0);
  const ends = from.slice();
  const grouped = new Uint16Array(ids.length);
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids.values[at] ?? 0;
    const place = ends[id] ?? 0;
    grouped[place] = postings.values[at] ?? 0;
    ends[id] = place + 1;
  }
  return { from, postings: grouped };
}

/** Gives each row that holds `word`, which is of word characters alone, what that is worth. */
export function weighWord(
  { words, starts, from, postings }: WordSegment,
  word: string,
  weights: Uint8Array,
): void {
  for (let at = words.indexOf(word); at !== -1;) {
    const id = wordAt(starts, at);
    const to = from[id + 1] ?? 0;
    for (let index = from[id] ?? 0; index < to; index += 1) {
      const posting = postings[index] ?? 0;
      const weight = WEIGHT_OF_PLACE[posting >> ROW_BITS] ?? 0;
      const row = posting & ROW_MASK;
      if ((weights[row] ?? 0) < weight) weights[row] = weight;
    }
    at = words.indexOf(word, starts[id + 1] ?? words.length);
  }
}

/** The word that an offset lies in. */
function wordAt(starts: Uint32Array, offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}
