import { type StepBudget, createStepBudget } from "../../base/step-budget.ts";
import { forBothSides, type Hunk, type Versions } from "./conflict.ts";
import { diffSequences } from "./diff-sequences.ts";

interface MergedList {
  readonly items: readonly string[];
  /**
   * Whether the sides replaced the same item differently, or reordered the same items differently; `items` then
   * contains all of them.
   */
  readonly conflict: boolean;
}

/**
 * Merges lists of values without ids, compared by text. Items that either side removed are removed, and items that
 * either side added are added, once if both did. Insertions at the same position are both kept. An item that one side
 * moved and the other removed is removed. When the steps run out, more is in conflict, and added items can be further
 * from their position.
 */
export function mergeList(
  { base, ours, theirs }: Versions<readonly string[]>,
  budget: StepBudget = createStepBudget(LIST_STEPS),
): MergedList {
  const counts = { base: countOf(base), ours: countOf(ours), theirs: countOf(theirs) };
  const wanted = new Map<string, number>();
  for (const item of new Set([...base, ...ours, ...theirs])) {
    const of = (side: Counts): number => side.get(item) ?? 0;
    wanted.set(item, mergeCount(of(counts.base), of(counts.ours), of(counts.theirs)));
  }
  const sides = { ours, theirs };
  const change = forBothSides(budget, (side, share) =>
    diffSide(base, sides[side], { counts, budget: share }),
  );
  const isReplaced = haveConflictingReplacements(change.ours.replaced, change.theirs.replaced);
  const conflict = isReplaced || haveConflictingOrders({ base, ours, theirs });
  const wholes = [ours, theirs]
    .filter((side) => isMergedList(side, { base, ours, theirs, wanted }))
    .toSorted(byText);
  const items = wholes[0] ?? takeItems(candidates(base, change, budget), wanted);
  return { items, conflict };
}

const LIST_STEPS = 1_000_000;

type Counts = ReadonlyMap<string, number>;

function countOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/**
 * Returns the count of an item in the merged list: additions win over removals, and the larger change over the smaller.
 */
function mergeCount(base: number, ours: number, theirs: number): number {
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  return ours < base && theirs < base ? Math.min(ours, theirs) : Math.max(ours, theirs);
}

/**
 * Returns whether a side's list is the merged one: it has the merged counts, and its order fits that of the other side.
 */
function isMergedList(
  side: readonly string[],
  { base, ours, theirs, wanted }: Versions<readonly string[]> & { readonly wanted: Counts },
): boolean {
  const counts = countOf(side);
  for (const [item, count] of wanted) if ((counts.get(item) ?? 0) !== count) return false;
  const other = side === ours ? theirs : ours;
  if (isInOrder(other, base)) return true;
  return isWithin(
    other.filter((item) => counts.has(item)),
    side,
  );
}

/** Returns whether a list moved nothing: the base items that it contains are in base order. */
function isInOrder(side: readonly string[], base: readonly string[]): boolean {
  const known = new Set(base);
  return isWithin(
    side.filter((item) => known.has(item)),
    base,
  );
}

/** Returns whether both sides reordered items differently. */
function haveConflictingOrders({ base, ours, theirs }: Versions<readonly string[]>): boolean {
  if (isInOrder(ours, base) || isInOrder(theirs, base)) return false;
  const [mine, other] = [new Set(ours), new Set(theirs)];
  const left = ours.filter((item) => other.has(item));
  const right = theirs.filter((item) => mine.has(item));
  return !isWithin(left, right) && !isWithin(right, left);
}

interface Replaced {
  readonly hunk: Hunk;
  /** Items that occur less often than before; `added` occur more often. */
  readonly removed: ReadonlySet<string>;
  readonly added: readonly string[];
}

interface Change {
  /** Whether the side keeps each base item. */
  readonly isKept: readonly boolean[];
  /** Items inserted before each base position, and at the end. */
  readonly inserted: ReadonlyMap<number, readonly string[]>;
  /** The same for positions where it removes something. */
  readonly instead: ReadonlyMap<number, readonly string[]>;
  readonly replaced: readonly Replaced[];
}

function diffSide(
  base: readonly string[],
  side: readonly string[],
  { counts, budget }: { readonly counts: { readonly base: Counts }; readonly budget: StepBudget },
): Change {
  const { base: before } = counts;
  const now = countOf(side);
  const isKept = base.map(() => true);
  const inserted = new Map<number, readonly string[]>();
  const instead = new Map<number, readonly string[]>();
  const replaced: Replaced[] = [];
  const isMore = (item: string): boolean => (now.get(item) ?? 0) > (before.get(item) ?? 0);
  const isLess = (item: string): boolean => (now.get(item) ?? 0) < (before.get(item) ?? 0);
  for (const hunk of diffSequences(base, side, budget)) {
    isKept.fill(false, hunk.start, hunk.end);
    const items = side.slice(hunk.from, hunk.to);
    (hunk.start === hunk.end ? inserted : instead).set(hunk.start, items);
    const added = items.filter(isMore);
    const removed = new Set(base.slice(hunk.start, hunk.end).filter(isLess));
    if (added.length > 0 && removed.size > 0) replaced.push({ hunk, removed, added });
  }
  return { isKept, inserted, instead, replaced };
}

/** Returns whether the replacements of two sides, each in order, replace the same item with different ones. */
function haveConflictingReplacements(
  ours: readonly Replaced[],
  theirs: readonly Replaced[],
): boolean {
  let [mine, other] = [0, 0];
  for (;;) {
    const [a, b] = [ours[mine], theirs[other]];
    if (a === undefined || b === undefined) return false;
    if (isConflictingReplacement(a, b)) return true;
    if (a.hunk.end < b.hunk.end) mine += 1;
    else other += 1;
  }
}

function isConflictingReplacement(a: Replaced, b: Replaced): boolean {
  if (a.hunk.start >= b.hunk.end || b.hunk.start >= a.hunk.end) return false;
  if (a.removed.isDisjointFrom(b.removed)) return false;
  const [mine, other] = [new Set(a.added), new Set(b.added)];
  return !mine.isSubsetOf(other) && !other.isSubsetOf(mine);
}

interface Candidate {
  readonly item: string;
  /** 0: kept by both sides; 1: added by a side; 2: removed by a side. */
  readonly rank: 0 | 1 | 2;
}

function candidates(
  base: readonly string[],
  { ours, theirs }: Pick<Versions<Change>, "ours" | "theirs">,
  budget: StepBudget,
): Candidate[] {
  const list: Candidate[] = [];
  const known = new Set(base);
  const put = (place: number, of: "inserted" | "instead"): void => {
    const [mine = [], other = []] = [ours[of].get(place), theirs[of].get(place)];
    for (const item of combineInsertions({ mine, other }, known, budget))
      list.push({ item, rank: 1 });
  };
  for (let place = 0; place <= base.length; place += 1) {
    put(place, "inserted");
    put(place, "instead");
    const item = base[place];
    if (item === undefined) continue;
    const rank = ours.isKept[place] === true && theirs.isKept[place] === true ? 0 : 2;
    list.push({ item, rank });
  }
  return list;
}

/**
 * Combines the insertions of two sides at one position, in an order that doesn't depend on the sides. Items that both
 * inserted may occur twice; they are counted in `takeItems`.
 */
function combineInsertions(
  { mine, other }: Record<"mine" | "other", readonly string[]>,
  known: ReadonlySet<string>,
  budget: StepBudget,
): readonly string[] {
  if (mine.length === 0 || other.length === 0) return mine.length === 0 ? other : mine;
  // Moved items come before new ones.
  const isNew = (items: readonly string[]): number => (known.has(items[0] ?? "") ? 0 : 1);
  const [first = [], second = []] = [mine, other].toSorted(
    (x, y) => isNew(x) - isNew(y) || byText(x, y),
  );
  const items: (readonly string[])[] = [];
  let at = 0;
  for (const { end, from, to } of diffSequences(first, second, budget)) {
    items.push(first.slice(at, end), second.slice(from, to));
    at = end;
  }
  return [...items, first.slice(at)].flat();
}

/** Returns whether `part` is a subsequence of `whole`. */
function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const item of part) {
    while (at < whole.length && whole[at] !== item) at += 1;
    if (at === whole.length) return false;
    at += 1;
  }
  return true;
}

function byText(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Returns the wanted count of each item, preferring those that both sides keep over new ones. */
function takeItems(list: readonly Candidate[], wanted: Counts): string[] {
  const left = new Map(wanted);
  const takenIndexes = new Set<number>();
  for (const rank of [0, 1, 2]) {
    for (const [index, candidate] of list.entries()) {
      const count = left.get(candidate.item) ?? 0;
      if (candidate.rank !== rank || count === 0) continue;
      left.set(candidate.item, count - 1);
      takenIndexes.add(index);
    }
  }
  return list.filter((_, index) => takenIndexes.has(index)).map(({ item }) => item);
}

/** Returns the order of the ids in `keptIds`, after the moves and additions of both sides. */
export function mergeOrder(
  base: readonly string[],
  {
    ours,
    theirs,
    keptIds,
  }: {
    readonly ours: readonly string[];
    readonly theirs: readonly string[];
    readonly keptIds: ReadonlySet<string>;
  },
  budget: StepBudget = createStepBudget(ORDER_STEPS),
): MergedList {
  const before = new Set(base);
  // An item that one side removed and the merge keeps gets its position from the other side.
  const stays = (side: readonly string[], other: readonly string[]): readonly string[] => {
    const present = new Set(side);
    const missing = other.filter((id) => keptIds.has(id) && !present.has(id) && before.has(id));
    return missing.length === 0 ? side : insertMissing(side, other, new Set(missing));
  };
  const versions = {
    base: base.filter((id) => keptIds.has(id)),
    ours: stays(ours, theirs).filter((id) => keptIds.has(id)),
    theirs: stays(theirs, ours).filter((id) => keptIds.has(id)),
  };
  return mergeList(versions, budget);
}

const ORDER_STEPS = 1_000_000;

/** Inserts each missing item after its nearest predecessor on the other side. */
function insertMissing(
  side: readonly string[],
  other: readonly string[],
  missing: ReadonlySet<string>,
): string[] {
  const present = new Set(side);
  const missingAfter = new Map<string | undefined, string>();
  let above: string | undefined;
  for (const id of new Set(other)) {
    if (missing.has(id)) missingAfter.set(above, id);
    if (missing.has(id) || present.has(id)) above = id;
  }
  const list: string[] = [];
  for (const id of [undefined, ...present]) {
    if (id !== undefined) list.push(id);
    for (let next = missingAfter.get(id); next !== undefined; next = missingAfter.get(next))
      list.push(next);
  }
  return list;
}
