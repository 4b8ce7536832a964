/**
 * `LRUCache` options for a maximum number of entries. Unlike `max`, doesn't preallocate; HQ creates dozens of caches.
 */
export function maxEntries(entries: number): {
  readonly maxSize: number;
  readonly sizeCalculation: () => number;
} {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
