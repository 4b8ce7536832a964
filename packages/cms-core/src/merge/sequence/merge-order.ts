import { workOf, type Work } from "../../base/work.ts";
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
  work: Work = workOf(ORDER_STEPS),
): MergedList {
  const before = new Set(base);
  // What one side took out and the merge keeps stands where the other side has it.
  const stays = (side: readonly string[], other: readonly string[]): readonly string[] => {
    const there = new Set(side);
    const missing = other.filter((id) => kept.has(id) && !there.has(id) && before.has(id));
    return missing.length === 0 ? side : withMissing(side, other, new Set(missing));
  };
  const versions = {
    base: base.filter((id) => kept.has(id)),
    ours: stays(ours, theirs).filter((id) => kept.has(id)),
    theirs: stays(theirs, ours).filter((id) => kept.has(id)),
  };
  return mergeList(versions, work);
}

const ORDER_STEPS = 1_000_000;

/** Each missing one behind the nearest one before it on the other side that is there. */
function withMissing(
  side: readonly string[],
  other: readonly string[],
  missing: ReadonlySet<string>,
): string[] {
  const there = new Set(side);
  const behind = new Map<string | undefined, string>();
  let above: string | undefined;
  for (const id of new Set(other)) {
    if (missing.has(id)) behind.set(above, id);
    if (missing.has(id) || there.has(id)) above = id;
  }
  const list: string[] = [];
  for (const id of [undefined, ...there]) {
    if (id !== undefined) list.push(id);
    for (let next = behind.get(id); next !== undefined; next = behind.get(next)) list.push(next);
  }
  return list;
}
