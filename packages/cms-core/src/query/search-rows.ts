import type { QueryTable } from "./query-table.ts";
import type { RowStore } from "./row-store.ts";
import { createSearchIndex, MAYBE, readSome, searchTextOf, weighRows } from "./search-index.ts";
import { weightIn } from "./search-text.ts";

/** A search: its words, and of each what the rows of the store may be worth by it. */
export type Search = readonly { readonly word: string; readonly weights: Uint8Array }[];

export function startSearch({ store }: QueryTable, words: readonly string[]): Search {
  const index = searchIndexOf(store);
  return words.map((word) => ({ word, weights: weighRows(index, store.entries, word) }));
}

/** Rows that may hold every word, in the order given. */
export function keepCandidates(rows: Uint32Array, search: Search): Uint32Array {
  return search.reduce((kept, { weights }) => keepWeighed(kept, weights), rows);
}

function keepWeighed(rows: Uint32Array, weights: Uint8Array): Uint32Array {
  const kept = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if (weights[row] === 0) continue;
    kept[count] = row;
    count += 1;
  }
  return kept.subarray(0, count);
}

/** Those of some candidates that hold every word, in the order given. */
export function matchRows(
  { store }: QueryTable,
  candidates: Uint32Array,
  search: Search,
): Uint32Array {
  return candidates.filter((row) => scoreOf(store, row, search) > 0);
}

/** The same, those of the highest score first. */
export function rankRows(
  { store }: QueryTable,
  candidates: Uint32Array,
  search: Search,
): Uint32Array {
  const scores = new Uint16Array(candidates.length);
  const counts = new Uint32Array(MAX_SCORE + 1);
  for (let at = 0; at < candidates.length; at += 1) {
    const score = scoreOf(store, candidates[at] ?? 0, search);
    scores[at] = score;
    counts[score] = (counts[score] ?? 0) + 1;
  }
  let total = 0;
  for (let score = MAX_SCORE; score > 0; score -= 1) {
    const count = counts[score] ?? 0;
    counts[score] = total;
    total += count;
  }
  const ranked = new Uint32Array(total);
  for (let at = 0; at < candidates.length; at += 1) {
    const score = scores[at] ?? 0;
    if (score === 0) continue;
    const place = counts[score] ?? 0;
    ranked[place] = candidates[at] ?? 0;
    counts[score] = place + 1;
  }
  return ranked;
}

/** A hundred words of one character each, all in the first text field. */
const MAX_SCORE = 1000;

/** The sum of what each word is worth where it is worth most; 0 where one does not occur. */
function scoreOf({ search: index, entries }: RowStore, row: number, search: Search): number {
  let score = 0;
  for (const { word, weights } of search) {
    const known = weights[row] ?? 0;
    const weight =
      known === MAYBE && index !== undefined
        ? weightIn(searchTextOf(index, entries, row), word)
        : known;
    if (weight === 0) return 0;
    score += weight;
  }
  return score;
}

/**
 * Reads the texts of some entries, about 1,024, so that the first search has not to read all; returns
 * whether there are more. To be called from time to time until then.
 */
export function prepareSearch({ store }: QueryTable): boolean {
  return readSome(searchIndexOf(store), store.entries);
}

function searchIndexOf(store: RowStore): NonNullable<RowStore["search"]> {
  store.search ??= createSearchIndex(store.fields);
  return store.search;
}
