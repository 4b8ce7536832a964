import type { CodeColumn } from "./columns.ts";
import { createPostingLists, type PostingLists } from "./posting-lists.ts";

/** Of so many rows one is better found by its code than by looking at all. */
const FEW = 8;

/** By code, the rows that have it; kept beside a column by the first question that it answers. */
interface CodeRows {
  readonly lists: PostingLists;
  /** How many rows have been taken. */
  rows: number;
}

const known = new WeakMap<CodeColumn, CodeRows>();

/** The rows that have one of some codes, ascending; undefined where they are many. */
export function rowsOfCodes(column: CodeColumn, codes: Iterable<number>): Uint32Array | undefined {
  const { lists } = bringUp(column);
  const wanted = [...codes];
  const count = wanted.reduce((sum, code) => sum + lists.count(code), 0);
  if (count > column.rows / FEW) return undefined;
  const rows = new Uint32Array(count);
  let end = 0;
  for (const code of wanted) end = lists.copy(code, rows, end);
  return wanted.length < 2 ? rows : Uint32Array.from(new Set(rows)).toSorted();
}

function bringUp(column: CodeColumn): CodeRows {
  const own = known.get(column) ?? { lists: createPostingLists(), rows: 0 };
  known.set(column, own);
  const { values } = column.codes;
  for (; own.rows < column.rows; own.rows += 1) {
    const from = column.starts === undefined ? own.rows : (column.starts.values[own.rows] ?? 0);
    const to = column.starts === undefined ? from + 1 : (column.starts.values[own.rows + 1] ?? 0);
    for (let at = from; at < to; at += 1) own.lists.add(values[at] ?? 0, own.rows);
  }
  return own;
}
