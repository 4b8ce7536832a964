import { FIRST_RARE_SLOT } from "../query/text-grams.ts";
import type { RareSlices } from "./rare-slices.ts";

const NONE = -1;

/**
 * The rows that have all of some rare slots; undefined where none of these has lists. The two shortest are gone
 * through, which a processor has in its cache before it gets there; what is left then is looked for in the others.
 */
export function keepRowsOfRare(
  slots: readonly number[],
  slices: RareSlices,
): Uint32Array | undefined {
  const rare = slots.map((slot) => slot - FIRST_RARE_SLOT);
  const shortest = shortestOf(rare, slices, NONE);
  if (shortest === NONE) return undefined;
  const second = shortestOf(rare, slices, shortest);
  const { left, marks } = roomFor(slices, lengthOf(shortest, slices));
  if (second !== NONE) markRows(shortest, slices, marks);
  let count =
    second === NONE
      ? takeRows(shortest, slices, left)
      : keepMarked(second, slices, { left, marks });
  // After two of them few are left, and it makes no difference which one is next.
  for (const slot of rare) {
    const bits = slices.bits[slot];
    if (bits !== undefined) count = keepRowsOfBits(bits, left, count);
    else if (slot !== shortest && slot !== second)
      count = keepListed(slot, slices, { left, count });
  }
  return left.slice(0, count);
}

function shortestOf(rare: readonly number[], slices: RareSlices, besides: number): number {
  let shortest = NONE;
  let length = Infinity;
  for (const slot of rare) {
    const own = lengthOf(slot, slices);
    if (own >= length || slot === besides || slices.bits[slot] !== undefined) continue;
    shortest = slot;
    length = own;
  }
  return shortest;
}

function lengthOf(slot: number, { starts, firstRows: { length } }: RareSlices): number {
  return (starts[(slot + 1) * length] ?? 0) - (starts[slot * length] ?? 0);
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

function takeRows(
  slot: number,
  { firstRows, rows, starts }: RareSlices,
  left: Uint32Array,
): number {
  let count = 0;
  for (let segment = 0; segment < firstRows.length; segment += 1) {
    const first = firstRows[segment] ?? 0;
    const list = slot * firstRows.length + segment;
    const end = starts[list + 1] ?? 0;
    for (let at = starts[list] ?? 0; at < end; at += 1) {
      left[count] = first + (rows[at] ?? 0);
      count += 1;
    }
  }
  return count;
}

function markRows(
  slot: number,
  { firstRows, rows, starts, words }: RareSlices,
  marks: Uint32Array,
): void {
  marks.fill(0, 0, words);
  for (let segment = 0; segment < firstRows.length; segment += 1) {
    const first = firstRows[segment] ?? 0;
    const list = slot * firstRows.length + segment;
    const end = starts[list + 1] ?? 0;
    for (let at = starts[list] ?? 0; at < end; at += 1) {
      const row = first + (rows[at] ?? 0);
      marks[row >>> 5] = (marks[row >>> 5] ?? 0) | (1 << (row & 31));
    }
  }
}

/** Without a choice at each row, which a processor would guess wrong. */
function keepMarked(
  slot: number,
  { firstRows, rows, starts }: RareSlices,
  { left, marks }: Room,
): number {
  let count = 0;
  for (let segment = 0; segment < firstRows.length; segment += 1) {
    const first = firstRows[segment] ?? 0;
    const list = slot * firstRows.length + segment;
    const end = starts[list + 1] ?? 0;
    for (let at = starts[list] ?? 0; at < end; at += 1) {
      const row = first + (rows[at] ?? 0);
      left[count] = row;
      count += ((marks[row >>> 5] ?? 0) >>> (row & 31)) & 1;
    }
  }
  return count;
}

/** Of the first `before` rows those whose bits are set. */
function keepRowsOfBits(bits: Uint32Array, left: Uint32Array, before: number): number {
  let count = 0;
  for (let at = 0; at < before; at += 1) {
    const row = left[at] ?? 0;
    left[count] = row;
    count += ((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1;
  }
  return count;
}

/** Of the first rows those that stand in the lists of a slot. */
function keepListed(
  slot: number,
  { firstRows, rows, starts }: RareSlices,
  { left, count: before }: Pick<Room, "left"> & { readonly count: number },
): number {
  let count = 0;
  let segment = 0;
  for (let at = 0; at < before; at += 1) {
    const row = left[at] ?? 0;
    while ((firstRows[segment + 1] ?? Infinity) <= row) segment += 1;
    const list = slot * firstRows.length + segment;
    const wanted = row - (firstRows[segment] ?? 0);
    left[count] = row;
    count += Number(isAmong(rows.subarray(starts[list], starts[list + 1]), wanted));
  }
  return count;
}

function isAmong(rows: Uint16Array, wanted: number): boolean {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return rows[low] === wanted;
}
