/**
 * Options of an `LRUCache` for at most so many entries, with room made as they come: `max` reserves all of it when
 * the cache is made, and an HQ makes dozens of them.
 */
export function upTo(entries: number): {
  readonly maxSize: number;
  readonly sizeCalculation: () => number;
} {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
