import {
  type MergeConflict,
  type Merged,
  mergeValue,
  type Versions,
} from "../sequence/conflict.ts";

/** Merges things that have a name, each by `merge`; what one side removed and the other left alone is gone. */
export function mergeNamed<T>(
  versions: Versions<ReadonlyMap<string, T>>,
  merge: (name: string, values: Versions<T | undefined>) => Merged<T | undefined>,
): Merged<ReadonlyMap<string, T>> {
  const merged = new Map<string, T>();
  const conflicts: MergeConflict[] = [];
  const names = new Set([...versions.ours.keys(), ...versions.theirs.keys()]);
  for (const name of [...names].toSorted()) {
    const found = merge(name, {
      base: versions.base.get(name),
      ours: versions.ours.get(name),
      theirs: versions.theirs.get(name),
    });
    conflicts.push(...found.conflicts);
    if (found.merged !== undefined) merged.set(name, found.merged);
  }
  return { merged, conflicts };
}

/** A value that is taken whole. */
export function mergeWhole<T>(path: string, { base, ours, theirs }: Versions<T>): Merged<T> {
  const { merged, conflict } = mergeValue(base, ours, theirs);
  return { merged, conflicts: conflict ? [{ path, base, ours, theirs }] : [] };
}
