import { CmsError } from "../../base/errors.ts";
import type { MergeConflict } from "../../merge/sequence/conflict.ts";

/** A conflict as JSON can say it: maps of values as objects. */
export interface StaleConflict {
  /** The field by its API id, `faq[r4k1].answer` in a row; empty for the whole. */
  readonly path: string;
  readonly base: unknown;
  /** What the save that was refused has there. */
  readonly ours: unknown;
  /** What stands there now. */
  readonly theirs: unknown;
}

interface Refused {
  readonly base: string;
  readonly current: string | null;
  /** What the rest of the two is together; undecided places have one of the two values. */
  readonly merged?: unknown;
}

/**
 * The error of a save that cannot be merged with what was saved meanwhile. `details.conflicts` names
 * each field with its three values: whoever saved decides, and saves again from `details.current`.
 */
export function staleConflict(
  what: string,
  { merged, ...versions }: Refused,
  conflicts: readonly MergeConflict[],
): CmsError {
  const names = conflicts.map(({ path }) => path).filter((path) => path !== "");
  const where = names.length === 0 ? "" : ` in ${names.slice(0, 5).join(", ")}`;
  const message = `The ${what} was changed meanwhile${where}; decide what stands, and save again.`;
  const plainConflicts = conflicts.map(({ path, base, ours, theirs }): StaleConflict => {
    return { path, base: plain(base), ours: plain(ours), theirs: plain(theirs) };
  });
  const details = {
    ...versions,
    conflicts: plainConflicts,
    ...(merged !== undefined && { merged: plain(merged) }),
  };
  return new CmsError("stale", message, { details });
}

function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
