/** Returns the longest subsequence whose places rise (patience sorting). */
export function longestRising<T>(items: readonly T[], placeOf: (item: T) => number): T[] {
  const ends: number[] = [];
  const lowest: number[] = [];
  const previous: number[] = [];
  for (const [index, item] of items.entries()) {
    const place = placeOf(item);
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lowest[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    previous.push(ends[low - 1] ?? NONE);
    ends[low] = index;
    lowest[low] = place;
  }
  const rising: T[] = [];
  for (let at = ends.at(-1) ?? NONE; at !== NONE; at = previous[at] ?? NONE) {
    const item = items[at];
    if (item !== undefined) rising.push(item);
  }
  return rising.toReversed();
}

const NONE = -1;
