import { type StepBudget, createStepBudget } from "../../base/step-budget.ts";

/** Items `start` to before `end` of one sequence stand for `from` to before `to` of another. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** What both sides changed, and differently. A side that does not have it has undefined. */
export interface MergeConflict {
  /**
   * What it is about: a field by its API id (`title`), a row (`faq[r4k1]`), a field in it
   * (`faq[r4k1].answer`), a system key (`slug`, `publishAt`), or empty for the whole.
   */
  readonly path: string;
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/**
 * A merged value. Where there are conflicts, `merged` has one of the two values: always the same one,
 * whichever side is called ours; nobody should see it as decided.
 */
export interface Merged<T> {
  readonly merged: T;
  readonly conflicts: readonly MergeConflict[];
}

/** The same thing in three versions. */
export interface Versions<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

/**
 * One of two values that both sides changed: always the same one, whichever side is called ours. It only
 * stands in until someone has decided.
 */
export function pick<T>(ours: T, theirs: T): T {
  if (ours === undefined) return theirs;
  if (theirs === undefined) return ours;
  return valueKey(ours) >= valueKey(theirs) ? ours : theirs;
}

/** The value when not both sides changed it, or both in the same way. */
export function unlessBoth<T>({ base, ours, theirs }: Versions<T>): { merged: T } | undefined {
  if (sameValue(ours, theirs) || sameValue(theirs, base)) return { merged: ours };
  return sameValue(ours, base) ? { merged: theirs } : undefined;
}

/** What one side made of a value that the other left alone; `conflict` when both changed it. */
export function mergeValue<T>(base: T, ours: T, theirs: T): { merged: T; conflict: boolean } {
  const settled = unlessBoth({ base, ours, theirs });
  if (settled !== undefined) return { merged: settled.merged, conflict: false };
  return { merged: pick(ours, theirs), conflict: true };
}

/** What is done for each side of a merge, and whether something was left undone of either. */
export interface BySide<T> extends Pick<Versions<T>, "ours" | "theirs"> {
  readonly cut: boolean;
}

/**
 * Does the same for both sides, each with half of what is left: so the result is the same whichever side
 * is ours.
 */
export function bySide<T>(
  budget: StepBudget,
  of: (side: "ours" | "theirs", share: StepBudget) => T,
): BySide<T> {
  const half = Math.floor(budget.left / 2);
  const shares = { ours: createStepBudget(half), theirs: createStepBudget(half) };
  const [ours, theirs] = [of("ours", shares.ours), of("theirs", shares.theirs)];
  const cut = shares.ours.exhausted || shares.theirs.exhausted;
  budget.left -= 2 * half - shares.ours.left - shares.theirs.left;
  budget.exhausted ||= cut;
  return { ours, theirs, cut };
}

const ITEM_STEPS = 40;

/** The steps that it takes to go through lists, beside what their diffs take. */
export function listSteps({ base, ours, theirs }: Versions<readonly unknown[]>): number {
  return ITEM_STEPS * (base.length + ours.length + theirs.length);
}

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

interface MergeMembers<T> {
  /** What the names of the members are put behind. */
  readonly prefix?: string;
  /** What has all other members. @default ours */
  readonly into?: T;
}

/** Members of a record that may be absent, each taken whole. */
export function mergeMembers<T extends object>(
  {
    base,
    ours,
    theirs,
  }: Pick<Versions<T>, "ours" | "theirs"> & { readonly base: Partial<T> | undefined },
  keys: readonly (keyof T & string)[],
  { prefix = "", into = ours }: MergeMembers<T> = {},
): Merged<T> {
  const conflicts: MergeConflict[] = [];
  const merged = { ...into };
  for (const key of keys) {
    const versions: Versions<T[typeof key] | undefined> = {
      base: base?.[key],
      ours: ours[key],
      theirs: theirs[key],
    };
    const found = mergeWhole(prefix + key, versions);
    conflicts.push(...found.conflicts);
    if (found.merged === undefined) delete merged[key];
    else merged[key] = found.merged;
  }
  return { merged, conflicts };
}

/** Whether two values of the model say the same: texts, numbers, lists, records and maps. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b);
  if (a instanceof Map) return b instanceof Map && sameEntries(a, b);
  if (Array.isArray(b) || b instanceof Map) return false;
  return sameEntries(new Map(Object.entries(a)), new Map(Object.entries(b)));
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
}

function sameEntries(a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    if (!b.has(key) || !sameValue(value, b.get(key))) return false;
  }
  return true;
}

/** A text that is the same for the same value: order and identity of what has no name of its own. */
export function valueKey(value: unknown): string {
  return typeof value === "string" ? `"${value}` : (JSON.stringify(plain(value)) ?? "");
}

function plain(value: unknown): unknown {
  if (value instanceof Map)
    return [...value].toSorted(byFirst).map(([key, item]) => [key, plain(item)]);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return plain(new Map(Object.entries(value)));
}

function byFirst([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
}
