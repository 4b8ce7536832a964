import { ABSENT, type QueryTable } from "./query-table.ts";
import type { RowStore } from "./row-store.ts";
import type { SearchIndex } from "./search-index.ts";
import { readSearchText, searchPlanOf, searchScore, type SearchText } from "./search-text.ts";
import { createTextSignatures } from "./text-signatures.ts";

/**
 * Texts that are kept: those of 10,000 entries of 2 KB and half as much again. A text that is not kept
 * is read from its entry each time, which takes some microseconds.
 */
const MAX_KEPT_CHARACTERS = 32_000_000;

/** The rows of a table in which every word may occur, in the default order. */
export function searchCandidates(table: QueryTable, words: readonly string[]): Uint32Array {
  const found = indexOf(table.store).signatures.candidates(words);
  const positions = table.positions();
  if (found.size > table.order.length / 8) return table.order.filter(found.has);
  const places = new Uint32Array(found.size);
  let count = 0;
  for (const row of found) {
    const position = positions[row] ?? ABSENT;
    if (position === ABSENT) continue;
    places[count] = position;
    count += 1;
  }
  return places
    .subarray(0, count)
    .toSorted()
    .map((position) => table.order[position] ?? 0);
}

/** Rows in which every word occurs, those of the highest score first, else in the order given. */
export function rankRows(
  table: QueryTable,
  rows: Uint32Array,
  words: readonly string[],
): Uint32Array {
  const scores = new Uint16Array(rows.length);
  const counts = new Map<number, number>();
  for (let at = 0; at < rows.length; at += 1) {
    const score = searchScore(textOf(table.store, rows[at] ?? 0), words);
    scores[at] = score;
    if (score > 0) counts.set(score, (counts.get(score) ?? 0) + 1);
  }
  const places = new Map<number, number>();
  let total = 0;
  for (const [score, count] of [...counts].toSorted(([a], [b]) => b - a)) {
    places.set(score, total);
    total += count;
  }
  const ranked = new Uint32Array(total);
  for (let at = 0; at < rows.length; at += 1) {
    const score = scores[at] ?? 0;
    const place = places.get(score);
    if (place === undefined) continue;
    ranked[place] = rows[at] ?? 0;
    places.set(score, place + 1);
  }
  return ranked;
}

/** Rows in which every word occurs, in the order given. */
export function matchRows(
  { store }: QueryTable,
  rows: Uint32Array,
  words: readonly string[],
): Uint32Array {
  return rows.filter((row) => searchScore(textOf(store, row), words) > 0);
}

function indexOf(store: RowStore): SearchIndex {
  store.search ??= {
    plan: searchPlanOf(store.fields),
    signatures: createTextSignatures(),
    rows: 0,
    texts: new Map(),
    keptCharacters: 0,
  };
  const { search } = store;
  for (; search.rows < store.entries.length; search.rows += 1) {
    search.signatures.set(search.rows, textOf(store, search.rows).text);
  }
  return search;
}

const NO_TEXT: SearchText = { text: "", slugStart: 0, restStart: 0 };

function textOf({ entries, search }: RowStore, row: number): SearchText {
  const known = search?.texts.get(row);
  const entry = entries[row];
  if (known !== undefined) return known;
  if (search === undefined || entry === undefined) return NO_TEXT;
  const text = readSearchText(entry, search.plan);
  if (search.keptCharacters + text.text.length <= MAX_KEPT_CHARACTERS) {
    search.texts.set(row, text);
    search.keptCharacters += text.text.length;
  }
  return text;
}
