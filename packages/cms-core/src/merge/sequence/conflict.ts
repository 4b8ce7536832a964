import { type StepBudget, createStepBudget } from "../../base/step-budget.ts";

/** Replaces items `start` to `end` (exclusive) of one sequence with `from` to `to` (exclusive) of another. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** A value that both sides changed differently. A missing value is undefined. */
export interface MergeConflict {
  /**
   * Path of the conflict: a field by its API ID (`title`), a row (`faq[r4k1]`), a field in a row (`faq[r4k1].answer`),
   * a system key (`slug`, `publishAt`), or empty for the whole entry.
   */
  readonly path: string;
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/**
 * A merged value. If there are conflicts, `merged` contains one of the two values: always the same one, regardless of
 * which side is ours. It must not be presented as decided.
 */
export interface Merged<T> {
  readonly merged: T;
  readonly conflicts: readonly MergeConflict[];
}

/** Three versions of the same value. */
export interface Versions<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

/**
 * Returns one of two conflicting values: always the same one, regardless of which side is ours. It is a placeholder
 * until someone decides.
 */
export function pickSide<T>(ours: T, theirs: T): T {
  if (ours === undefined) return theirs;
  if (theirs === undefined) return ours;
  return valueKey(ours) >= valueKey(theirs) ? ours : theirs;
}

/** Returns the merged value if only one side changed it or both did so equally, otherwise undefined. */
export function mergeUnlessBothChanged<T>({
  base,
  ours,
  theirs,
}: Versions<T>): { merged: T } | undefined {
  if (sameValue(ours, theirs) || sameValue(theirs, base)) return { merged: ours };
  return sameValue(ours, base) ? { merged: theirs } : undefined;
}

/** Merges a value that at most one side changed; `conflict` if both did. */
export function mergeValue<T>(base: T, ours: T, theirs: T): { merged: T; conflict: boolean } {
  const settled = mergeUnlessBothChanged({ base, ours, theirs });
  if (settled !== undefined) return { merged: settled.merged, conflict: false };
  return { merged: pickSide(ours, theirs), conflict: true };
}

/** Result for each side, and whether the step budget of either ran out. */
export interface BothSides<T> extends Pick<Versions<T>, "ours" | "theirs"> {
  readonly cut: boolean;
}

/**
 * Runs the same computation for both sides, each with half of the remaining steps, so that the result doesn't depend on
 * which side is ours.
 */
export function forBothSides<T>(
  budget: StepBudget,
  of: (side: "ours" | "theirs", share: StepBudget) => T,
): BothSides<T> {
  const half = Math.floor(budget.left / 2);
  const shares = { ours: createStepBudget(half), theirs: createStepBudget(half) };
  const [ours, theirs] = [of("ours", shares.ours), of("theirs", shares.theirs)];
  const cut = shares.ours.exhausted || shares.theirs.exhausted;
  budget.left -= 2 * half - shares.ours.left - shares.theirs.left;
  budget.exhausted ||= cut;
  return { ours, theirs, cut };
}

const ITEM_STEPS = 40;

/** Returns the steps for reading lists, in addition to their diffs. */
export function listSteps({ base, ours, theirs }: Versions<readonly unknown[]>): number {
  return ITEM_STEPS * (base.length + ours.length + theirs.length);
}

/** Merges named items with `merge`. An item that one side removed and the other didn't change is removed. */
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

/** Merges a value as a whole. */
export function mergeWhole<T>(path: string, { base, ours, theirs }: Versions<T>): Merged<T> {
  const { merged, conflict } = mergeValue(base, ours, theirs);
  return { merged, conflicts: conflict ? [{ path, base, ours, theirs }] : [] };
}

interface MergeMembers<T> {
  /** Prefix of the members' paths. */
  readonly prefix?: string;
  /** Source of all other members. @default ours */
  readonly into?: T;
}

/** Merges optional members of a record, each as a whole. */
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

/** Compares two values of the model: text, numbers, lists, records, and maps. */
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

/** Returns equal text for equal values, to match and order items without ids. */
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
