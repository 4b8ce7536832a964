import { FIRST_RARE_SLOT } from "../query/text-grams.ts";
import type { RareSlices } from "./rare-slices.ts";

/**
 * The rows that have all of some rare slots; undefined where none of these has a list. The two shortest lists
 * are gone through, which a processor has in its cache before it gets there; the few rows that are left then
 * are looked for in the others.
 */
export function keepRowsOfRare(
  slots: readonly number[],
  slices: RareSlices,
): Uint32Array | undefined {
  const lists: SlotList[] = [];
  const dense: Uint32Array[] = [];
  for (const slot of slots) {
    const bits = slices.bits[slot - FIRST_RARE_SLOT];
    if (bits === undefined) lists.push(listOf(slot - FIRST_RARE_SLOT, slices));
    else dense.push(bits);
  }
  lists.sort((a, b) => a.end - a.start - (b.end - b.start));
  const [shortest, second, ...others] = lists;
  if (shortest === undefined) return undefined;
  const { left, marks } = roomFor(slices, (second ?? shortest).end - (second ?? shortest).start);
  let count =
    second === undefined
      ? takeRows(slices.rows, shortest, left)
      : keepCommon(slices, shortest, second, { left, marks });
  for (const list of others) count = keepListed(slices.rows, list, left, count);
  for (const bits of dense) count = keepRowsOfBits(bits, left, count);
  return left.slice(0, count);
}

/** Where the rows of a slot stand. */
interface SlotList {
  readonly start: number;
  readonly end: number;
}

function listOf(slot: number, { starts }: RareSlices): SlotList {
  return { start: starts[slot] ?? 0, end: starts[slot + 1] ?? 0 };
}

/** What is left after each step is always the first so many of one piece of memory. */
interface Room {
  readonly left: Uint32Array;
  /** A bit for each row. */
  readonly marks: Uint32Array;
}

let room: Room = { left: new Uint32Array(), marks: new Uint32Array() };

/** Used again by each search: to make it takes as long as the search. */
function roomFor({ words }: RareSlices, rows: number): Room {
  if (room.left.length <= rows) room = { ...room, left: new Uint32Array(2 * rows + 1) };
  if (room.marks.length < words) room = { ...room, marks: new Uint32Array(words) };
  return room;
}

function takeRows(rows: Uint32Array, { start, end }: SlotList, left: Uint32Array): number {
  left.set(rows.subarray(start, end));
  return end - start;
}

/** Without a choice at each row, which a processor would guess wrong. */
function keepCommon(
  { rows, words }: RareSlices,
  shorter: SlotList,
  longer: SlotList,
  { left, marks }: Room,
): number {
  marks.fill(0, 0, words);
  for (let at = shorter.start; at < shorter.end; at += 1) {
    const row = rows[at] ?? 0;
    marks[row >>> 5] = (marks[row >>> 5] ?? 0) | (1 << (row & 31));
  }
  let count = 0;
  for (let at = longer.start; at < longer.end; at += 1) {
    const row = rows[at] ?? 0;
    left[count] = row;
    count += ((marks[row >>> 5] ?? 0) >>> (row & 31)) & 1;
  }
  return count;
}

function keepRowsOfBits(bits: Uint32Array, left: Uint32Array, before: number): number {
  let count = 0;
  for (let at = 0; at < before; at += 1) {
    const row = left[at] ?? 0;
    left[count] = row;
    count += ((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1;
  }
  return count;
}

/** Of the first rows those that stand in a list. */
function keepListed(rows: Uint32Array, list: SlotList, left: Uint32Array, before: number): number {
  let count = 0;
  for (let at = 0; at < before; at += 1) {
    const row = left[at] ?? 0;
    left[count] = row;
    count += Number(isListed(rows, list, row));
  }
  return count;
}

function isListed(rows: Uint32Array, { start, end }: SlotList, wanted: number): boolean {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low < end && rows[low] === wanted;
}
