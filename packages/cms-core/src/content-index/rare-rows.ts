import { RARE_SLOTS } from "../query/text-grams.ts";

const FIRST_CAPACITY = 16_384;

/** Which rows of a segment have which rare slots: few have any of them, so that they are listed. */
export interface RareRows {
  /** @param row below 65,536, ascending; slots are counted from the first rare one */
  readonly put: (slot: number, row: number) => void;
  readonly count: () => number;
  /** Hands over what was put, by slot, and forgets it. Rows are ascending, and valid until the next slot. */
  readonly take: (give: (slot: number, rows: Uint16Array) => void) => void;
}

export function createRareRows(): RareRows {
  let slots = new Uint16Array(FIRST_CAPACITY);
  let rows = new Uint16Array(FIRST_CAPACITY);
  let count = 0;
  return {
    count: () => count,
    put: (slot, row) => {
      if (count === slots.length) [slots, rows] = [grown(slots), grown(rows)];
      slots[count] = slot;
      rows[count] = row;
      count += 1;
    },
    take: (give) => {
      const ends = endsOf(slots.subarray(0, count));
      const sorted = new Uint16Array(count);
      // From behind, so that what was put first stands first.
      for (let at = count - 1; at >= 0; at -= 1) {
        const slot = slots[at] ?? 0;
        const place = (ends[slot] ?? 0) - 1;
        ends[slot] = place;
        sorted[place] = rows[at] ?? 0;
      }
      count = 0;
      for (let slot = 0; slot < RARE_SLOTS; slot += 1) {
        const own = sorted.subarray(ends[slot], ends[slot + 1]);
        if (own.length > 0) give(slot, own);
      }
    },
  };
}

/** Where the rows of each slot end when they are sorted, and last how many there are. */
function endsOf(slots: Uint16Array): Uint32Array {
  const ends = new Uint32Array(RARE_SLOTS + 1);
  for (const slot of slots) ends[slot] = (ends[slot] ?? 0) + 1;
  for (let slot = 1; slot <= RARE_SLOTS; slot += 1) {
    ends[slot] = (ends[slot] ?? 0) + (ends[slot - 1] ?? 0);
  }
  return ends;
}

function grown(array: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(2 * array.length);
  larger.set(array);
  return larger;
}
