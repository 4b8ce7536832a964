import { mergeList, type MergedList } from "./merge-list.ts";

/** The order of things with ids: those of `kept`, as the sides moved, added and left them. */
export function mergeOrder(
  base: readonly string[],
  {
    ours,
    theirs,
    kept,
  }: {
    readonly ours: readonly string[];
    readonly theirs: readonly string[];
    readonly kept: ReadonlySet<string>;
  },
): MergedList {
  // What one side took out and the merge keeps stands where the other side has it.
  const stays = (side: readonly string[], other: readonly string[]): readonly string[] => {
    const missing = other.filter((id) => kept.has(id) && !side.includes(id) && base.includes(id));
    return missing.length === 0 ? side : withMissing(side, other, new Set(missing));
  };
  const mine = stays(ours, theirs).filter((id) => kept.has(id));
  const other = stays(theirs, ours).filter((id) => kept.has(id));
  return mergeList(
    base.filter((id) => kept.has(id)),
    mine,
    other,
  );
}

/** Each missing one behind the one that precedes it on the other side. */
function withMissing(
  side: readonly string[],
  other: readonly string[],
  missing: ReadonlySet<string>,
): string[] {
  const list = [...side];
  for (const [index, id] of other.entries()) {
    if (!missing.has(id)) continue;
    const above = other[index - 1];
    list.splice(above === undefined ? 0 : list.indexOf(above) + 1, 0, id);
  }
  return list;
}
