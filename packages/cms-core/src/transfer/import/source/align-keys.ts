import type { SourceMap } from "./source-keys.ts";

/**
 * Returns the new spelling of keys that differ only in case, by key: the preferred spelling, otherwise the most common
 * one.
 */
export function alignKeys(
  maps: readonly SourceMap[],
  preferred: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const key of maps.flatMap((map) => [...map.keys()]))
    counts.set(key, (counts.get(key) ?? 0) + 1);
  const aligned = new Map<string, string>();
  for (const [lower, keys] of Map.groupBy(counts.keys(), (key) => key.toLowerCase())) {
    if (keys.length < 2) continue;
    const wanted = [...preferred].find((key) => keys.includes(key));
    const [most = lower] = keys.toSorted(
      (a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a === lower ? -1 : 1),
    );
    for (const key of keys) if (key !== (wanted ?? most)) aligned.set(key, wanted ?? most);
  }
  return aligned;
}

/** Renames keys in a mapping. A key stays unchanged if its new name already exists. */
export function withAligned(map: SourceMap, aligned: ReadonlyMap<string, string>): SourceMap {
  if (aligned.size === 0) return map;
  const spelled = (key: string): string => {
    const other = aligned.get(key);
    return other === undefined || map.has(other) ? key : other;
  };
  const keys = new Set<string>();
  return new Map(
    [...map].map(([key, value]) => {
      const name = keys.has(spelled(key)) ? key : spelled(key);
      keys.add(name);
      return [name, value] as const;
    }),
  );
}
