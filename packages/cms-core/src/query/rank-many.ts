import { pageInOrder, presentIn, type Span } from "./default-rows.ts";
import type { QueryTable } from "./query-table.ts";
import { bothOf, countBits, eitherOf, exceptOf, type RowBits } from "./row-bits.ts";
import type { ManyRows } from "./word-rows.ts";

/** One page of rows, and how many there are on all. */
interface RankedPage {
  readonly rows: Uint32Array;
  readonly totalCount: number;
}

/**
 * A page of the rows that hold all of some words, those of the highest score first, worked out for 32
 * rows at a time: none of the words may have rows that are to be looked into.
 */
export function rankMany(
  table: QueryTable,
  words: readonly ManyRows[],
  { from, to }: Span,
): RankedPage {
  // Each row is worth as much as any other, then.
  if (words.every((word) => word.isEvery)) {
    return { rows: table.order.subarray(from, to), totalCount: table.order.length };
  }
  const held = words.map((word) => word.held).reduce(bothOf);
  const own = presentIn(table, held);
  const totalCount = countBits(own);
  const planes = addScores(words);
  const pages: Uint32Array[] = [];
  let [first, last] = [from, Math.min(to, totalCount)];
  for (let score = 2 * words.length; score >= 0 && first < last; score -= 1) {
    const rows = rowsOfScore(own, planes, score);
    if (rows === undefined) continue;
    const page = pageInOrder(table, rows, { from: first, to: last });
    pages.push(page);
    const count = page.length === last - first ? last : countBits(rows);
    first = Math.max(first - count, 0);
    last -= count;
  }
  return { rows: joined(pages), totalCount };
}

/**
 * The sums of what the words are worth, as binary numbers whose digits are sets of rows: a word is
 * worth 2 in the first text field, 1 in the slug, and 0 elsewhere, which orders rows as the weights do.
 */
function addScores(words: readonly ManyRows[]): readonly (RowBits | undefined)[] {
  const planes: (RowBits | undefined)[] = [];
  for (const { first, slug } of words) {
    if (slug !== undefined) addDigit(planes, slug, 0);
    if (first !== undefined) addDigit(planes, first, 1);
  }
  return planes;
}

function addDigit(planes: (RowBits | undefined)[], bits: RowBits, digit: number): void {
  let carry: RowBits | undefined = bits;
  for (let at = digit; carry !== undefined; at += 1) {
    const plane: RowBits | undefined = planes[at];
    planes[at] = plane === undefined ? carry : eitherOf(plane, carry);
    const both: RowBits | undefined = plane && bothOf(plane, carry);
    carry = both?.some((word) => word !== 0) === true ? both : undefined;
  }
}

/** Undefined where there can be none. */
function rowsOfScore(
  own: RowBits,
  planes: readonly (RowBits | undefined)[],
  score: number,
): RowBits | undefined {
  if (score >>> planes.length !== 0) return undefined;
  let rows = own;
  for (const [digit, plane] of planes.entries()) {
    const isSet = ((score >>> digit) & 1) === 1;
    if (plane === undefined && isSet) return undefined;
    if (plane !== undefined) rows = isSet ? bothOf(rows, plane) : exceptOf(rows, plane);
  }
  return rows;
}

function joined(pages: readonly Uint32Array[]): Uint32Array {
  const [only] = pages;
  if (only !== undefined && pages.length === 1) return only;
  const rows = new Uint32Array(pages.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const page of pages) {
    rows.set(page, at);
    at += page.length;
  }
  return rows;
}
