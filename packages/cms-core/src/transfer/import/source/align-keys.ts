import type { SourceMap } from "./source-keys.ts";

/**
 * One spelling for keys of a collection that differ only in the case of their letters: the one that is preferred, else the one
 * that most files have. By key, for those that get another.
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

/** A mapping with such keys; a key beside the one that it would become stays as it is. */
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
