import { type StepBudget, createStepBudget } from "../../base/step-budget.ts";
import { bySide, type Hunk, type Versions } from "./conflict.ts";
import { diffSequences } from "./diff-sequences.ts";

interface MergedList {
  readonly items: readonly string[];
  /**
   * Whether the sides replaced the same item by different ones, or put the same items in different
   * orders; `items` has all of them.
   */
  readonly conflict: boolean;
}

/**
 * Merges lists of values that have no id, each by its text. What either side took out is out, what either
 * put in is in, and what both put in is in once; where both insert at one place, both stay. An item
 * that one side moved and the other took out is out. Where the steps do not suffice, more is a conflict, and
 * what is new stands less near to where its side put it.
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
  const change = bySide(budget, (side, share) =>
    changeOf(base, sides[side], { counts, budget: share }),
  );
  const isReplaced = areRivals(change.ours.replaced, change.theirs.replaced);
  const conflict = isReplaced || areOrdersRival({ base, ours, theirs });
  const wholes = [ours, theirs]
    .filter((side) => isWhole(side, { base, ours, theirs, wanted }))
    .toSorted(byText);
  const items = wholes[0] ?? take(candidates(base, change, budget), wanted);
  return { items, conflict };
}

const LIST_STEPS = 1_000_000;

type Counts = ReadonlyMap<string, number>;

function countOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** How often an item stands in the merged list: more wins over less, and the larger change over the smaller. */
function mergeCount(base: number, ours: number, theirs: number): number {
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  return ours < base && theirs < base ? Math.min(ours, theirs) : Math.max(ours, theirs);
}

/** Whether a side's list is the merged one: it has what is wanted, and the other side's order does not object. */
function isWhole(
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

/** Whether a list moved nothing: what it has of its base stands as it did there. */
function isInOrder(side: readonly string[], base: readonly string[]): boolean {
  const known = new Set(base);
  return isWithin(
    side.filter((item) => known.has(item)),
    base,
  );
}

/** Whether both sides moved items, and not to the same order. */
function areOrdersRival({ base, ours, theirs }: Versions<readonly string[]>): boolean {
  if (isInOrder(ours, base) || isInOrder(theirs, base)) return false;
  const [mine, other] = [new Set(ours), new Set(theirs)];
  const left = ours.filter((item) => other.has(item));
  const right = theirs.filter((item) => mine.has(item));
  return !isWithin(left, right) && !isWithin(right, left);
}

interface Replaced {
  readonly hunk: Hunk;
  /** Items that the list had more often before, and that it has more often now. */
  readonly gone: ReadonlySet<string>;
  readonly added: readonly string[];
}

interface Change {
  /** Places in the base that the side keeps. */
  readonly kept: readonly boolean[];
  /** What it puts in front of each place of the base, and at the end. */
  readonly inserted: ReadonlyMap<number, readonly string[]>;
  /** The same where it takes something out there. */
  readonly instead: ReadonlyMap<number, readonly string[]>;
  readonly replaced: readonly Replaced[];
}

function changeOf(
  base: readonly string[],
  side: readonly string[],
  { counts, budget }: { readonly counts: { readonly base: Counts }; readonly budget: StepBudget },
): Change {
  const { base: before } = counts;
  const now = countOf(side);
  const kept = base.map(() => true);
  const inserted = new Map<number, readonly string[]>();
  const instead = new Map<number, readonly string[]>();
  const replaced: Replaced[] = [];
  const isMore = (item: string): boolean => (now.get(item) ?? 0) > (before.get(item) ?? 0);
  const isLess = (item: string): boolean => (now.get(item) ?? 0) < (before.get(item) ?? 0);
  for (const hunk of diffSequences(base, side, budget)) {
    kept.fill(false, hunk.start, hunk.end);
    const items = side.slice(hunk.from, hunk.to);
    (hunk.start === hunk.end ? inserted : instead).set(hunk.start, items);
    const added = items.filter(isMore);
    const gone = new Set(base.slice(hunk.start, hunk.end).filter(isLess));
    if (added.length > 0 && gone.size > 0) replaced.push({ hunk, gone, added });
  }
  return { kept, inserted, instead, replaced };
}

/** Whether replacements of two sides, each in order, take out the same item and put in different ones. */
function areRivals(ours: readonly Replaced[], theirs: readonly Replaced[]): boolean {
  let [mine, other] = [0, 0];
  for (;;) {
    const [a, b] = [ours[mine], theirs[other]];
    if (a === undefined || b === undefined) return false;
    if (isRival(a, b)) return true;
    if (a.hunk.end < b.hunk.end) mine += 1;
    else other += 1;
  }
}

function isRival(a: Replaced, b: Replaced): boolean {
  if (a.hunk.start >= b.hunk.end || b.hunk.start >= a.hunk.end) return false;
  if (a.gone.isDisjointFrom(b.gone)) return false;
  const [mine, other] = [new Set(a.added), new Set(b.added)];
  return !mine.isSubsetOf(other) && !other.isSubsetOf(mine);
}

interface Candidate {
  readonly item: string;
  /** 0: both keep it; 1: one put it in; 2: one took it out. */
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
    for (const item of united({ mine, other }, known, budget)) list.push({ item, rank: 1 });
  };
  for (let place = 0; place <= base.length; place += 1) {
    put(place, "inserted");
    put(place, "instead");
    const item = base[place];
    if (item === undefined) continue;
    const rank = ours.kept[place] === true && theirs.kept[place] === true ? 0 : 2;
    list.push({ item, rank });
  }
  return list;
}

/**
 * What two sides put in at one place, in an order that no side decides. What both put in may come
 * twice: it is counted when items are taken.
 */
function united(
  { mine, other }: Record<"mine" | "other", readonly string[]>,
  known: ReadonlySet<string>,
  budget: StepBudget,
): readonly string[] {
  if (mine.length === 0 || other.length === 0) return mine.length === 0 ? other : mine;
  // What was moved there comes before what is new.
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

/** Whether a list has the items of another in their order, with others between them. */
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

/** As many of each item as are wanted: those that both keep before those that are new. */
function take(list: readonly Candidate[], wanted: Counts): string[] {
  const left = new Map(wanted);
  const taken = new Set<number>();
  for (const rank of [0, 1, 2]) {
    for (const [index, candidate] of list.entries()) {
      const count = left.get(candidate.item) ?? 0;
      if (candidate.rank !== rank || count === 0) continue;
      left.set(candidate.item, count - 1);
      taken.add(index);
    }
  }
  return list.filter((_, index) => taken.has(index)).map(({ item }) => item);
}

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
  budget: StepBudget = createStepBudget(ORDER_STEPS),
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
  return mergeList(versions, budget);
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
