import type { ChangeConflict } from "../../api/changes/change.ts";
import type { Decision } from "../../api/changes/review-context.ts";
import type { Choice } from "../../ui/compare/one-conflict.tsx";

/** The decision about one conflict. */
export interface Decided {
  readonly choice: Choice;
  /** The resulting value. */
  readonly value: unknown;
}

/** Decisions by conflict key (`keyOf`). */
export type DecidedPlaces = ReadonlyMap<string, Decided>;

export function conflictKey({ file, path }: Pick<ChangeConflict, "file" | "path">): string {
  return `${file}\n${path}`;
}

/** Returns the initial decisions, which keep the change request's side. */
export function firstDecisions(conflicts: readonly ChangeConflict[]): DecidedPlaces {
  return new Map(
    conflicts.map((conflict) => [
      conflictKey(conflict),
      { choice: "mine", value: conflict.suggestedSlug ?? conflict.branch },
    ]),
  );
}

/** Edited values of one entry, by conflict path. */
interface EditedValues {
  readonly type: string;
  readonly id: string;
  readonly values: ReadonlyMap<string, unknown>;
}

export interface Settled {
  readonly decisions: readonly Decision[];
  /** Saved in the change request first, so that they become its side. */
  readonly wordings: readonly EditedValues[];
}

/** Returns the new slug of an entry whose slug is taken; undefined for other conflicts. */
export function slugOf(conflict: ChangeConflict, decided: DecidedPlaces): string | undefined {
  if (conflict.suggestedSlug === undefined) return undefined;
  const written = decided.get(conflictKey(conflict))?.value;
  return typeof written === "string" ? written.trim() : conflict.suggestedSlug;
}

/** Converts decisions to the required API calls. */
export function toDecisions(conflicts: readonly ChangeConflict[], decided: DecidedPlaces): Settled {
  const wordings = new Map<string, { type: string; id: string; values: Map<string, unknown> }>();
  const decisions = conflicts.map((conflict): Decision => {
    const { file, path, entry } = conflict;
    const one = decided.get(conflictKey(conflict));
    const slug = slugOf(conflict, decided);
    if (slug !== undefined) return { file, path: "slug", slug };
    if (one?.choice === "own" && entry !== undefined) {
      const { id, type } = entry;
      const wording = wordings.get(id) ?? { type, id, values: new Map<string, unknown>() };
      wording.values.set(path, one.value);
      wordings.set(id, wording);
    }
    return { file, path, take: one?.choice === "theirs" ? "main" : "branch" };
  });
  return { decisions, wordings: [...wordings.values()] };
}
