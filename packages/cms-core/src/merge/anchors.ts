/** Two places, one in each sequence, that hold the same item. */
export interface Anchor {
  readonly index: number;
  readonly place: number;
}

const NOWHERE = -1;
const OFTEN = -2;

/**
 * The most items that occur once in both sequences and stand in the same order (patience diff).
 *
 * @param places two scratch arrays with a place for each item's number
 */
export function anchorsOf(
  a: Int32Array,
  b: Int32Array,
  [inA, inB]: readonly [Int32Array, Int32Array],
): Anchor[] {
  markPlaces(a, inA);
  markPlaces(b, inB);
  const pairs: Anchor[] = [];
  for (const [index, item] of a.entries()) {
    const place = inB[item] ?? NOWHERE;
    if (inA[item] === index && place >= 0) pairs.push({ index, place });
  }
  return longestRising(pairs);
}

/** Notes where each item occurs that does so once. */
function markPlaces(items: Int32Array, places: Int32Array): void {
  for (const item of items) places[item] = NOWHERE;
  for (const [index, item] of items.entries()) {
    places[item] = places[item] === NOWHERE ? index : OFTEN;
  }
}

function longestRising(pairs: readonly Anchor[]): Anchor[] {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, { place }] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.place ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    previous.push(ends[low - 1] ?? NOWHERE);
    ends[low] = index;
  }
  const rising: Anchor[] = [];
  for (let at = ends.at(-1) ?? NOWHERE; at !== NOWHERE; at = previous[at] ?? NOWHERE) {
    const pair = pairs[at];
    if (pair !== undefined) rising.push(pair);
  }
  return rising.toReversed();
}
