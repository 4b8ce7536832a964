import type { Versions } from "./conflict.ts";
import { sameValue, valueKey } from "./same-value.ts";

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
