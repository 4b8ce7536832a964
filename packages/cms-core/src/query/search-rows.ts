import { inDefaultOrder, keepInOrder } from "./default-rows.ts";
import type { QueryTable } from "./query-table.ts";
import { bothOf, type RowBits } from "./row-bits.ts";
import type { RowStore } from "./row-store.ts";
import { createSearchIndex, findWord, readSome, searchTextOf } from "./search-index.ts";
import { weightIn } from "./search-text.ts";
import { WEIGHTS } from "./search-weights.ts";
import { MAYBE, weightOf, type WordRows } from "./word-rows.ts";

/** A search: its words, and of each the rows of the store that hold it or may do so. */
export type Search = readonly SearchedWord[];

interface SearchedWord {
  readonly word: string;
  readonly rows: WordRows;
}

export function startSearch({ store }: QueryTable, words: readonly string[]): Search {
  const index = searchIndexOf(store);
  return words.map((word) => ({ word, rows: findWord(index, store.entries, word) }));
}

/** Those of some rows that may hold every word, in the order given. */
export function keepCandidates(table: QueryTable, rows: Uint32Array, search: Search): Uint32Array {
  if (rows !== table.order) return keepHolding(rows, search);
  const few = search
    .flatMap(({ rows: found }) => (found.kind === "few" ? [found.rows] : []))
    .toSorted((a, b) => a.length - b.length)[0];
  if (few !== undefined) return keepHolding(inDefaultOrder(table, few), search);
  const held = search.reduce<RowBits | undefined>((both, { rows: found }) => {
    if (found.kind === "few") return both;
    return both === undefined ? found.held : bothOf(both, found.held);
  }, undefined);
  return held === undefined ? rows : keepInOrder(table, held);
}

function keepHolding(rows: Uint32Array, search: Search): Uint32Array {
  return search.reduce(
    (kept, { rows: found }) => kept.filter((row) => weightOf(found, row) > 0),
    rows,
  );
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
  const maxScore = search.length * WEIGHTS.first;
  const scores = new Uint16Array(candidates.length);
  const counts = new Uint32Array(maxScore + 1);
  for (let at = 0; at < candidates.length; at += 1) {
    const score = scoreOf(store, candidates[at] ?? 0, search);
    scores[at] = score;
    counts[score] = (counts[score] ?? 0) + 1;
  }
  let total = 0;
  for (let score = maxScore; score > 0; score -= 1) {
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

/** The sum of what each word is worth where it is worth most; 0 where one does not occur. */
function scoreOf({ search: index, entries }: RowStore, row: number, search: Search): number {
  let score = 0;
  for (const { word, rows } of search) {
    const known = weightOf(rows, row);
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
