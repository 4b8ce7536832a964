import { keepMarked, markRows } from "./keep-rows.ts";
import { searchWords } from "./normalise-text.ts";
import type { QueryTable } from "./query-table.ts";
import type { RowTest } from "./row-test.ts";
import { keepCandidates, startSearch } from "./search-rows.ts";
import { wordsIn } from "./word-table.ts";

/** Texts of other characters may look otherwise once they are normalised for searches. */
const PLAIN = /^[\n\x20-\x7e]*$/;

/**
 * The same test of a field that searches look at, but only of rows that hold the words of `text`,
 * which each row that passes has: reading a long text costs more than all the rest.
 */
export function narrowByWords(test: RowTest, text: string, table: QueryTable): RowTest {
  const words = searchWords(text).filter((word) => wordsIn(word).length > 0);
  if (words.length === 0 || !PLAIN.test(text)) return test;
  return {
    ...test,
    keep: (rows, negated) => {
      const passed = test.keep(keepCandidates(table, rows, startSearch(table, words)), false);
      return negated ? keepMarked(rows, markRows(passed, table.end), 0) : passed;
    },
  };
}
