import type { SharedMap } from "./shared-map.ts";

/** For each target id, the ids of the live entries that depend on it; a target nobody uses has no key. */
export type BackReferences = SharedMap<ReadonlySet<string>>;

export interface DependencyChange {
  readonly source: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The back-references after entries changed what they depend on. */
export function changeBackReferences(
  known: BackReferences,
  changes: Iterable<DependencyChange>,
): BackReferences {
  const touched = new Map<string, Set<string>>();
  const usersOf = (target: string): Set<string> => {
    const users = touched.get(target) ?? new Set(known.get(target));
    touched.set(target, users);
    return users;
  };
  for (const { source, before, after } of changes) {
    for (const target of before) if (!after.includes(target)) usersOf(target).delete(source);
    for (const target of after) if (!before.includes(target)) usersOf(target).add(source);
  }
  return known.with(
    [...touched].map(([target, users]) => [target, users.size === 0 ? undefined : users] as const),
  );
}
