import type { ChangeConflict } from "../../api/changes/change.ts";
import type { Decision } from "../../api/changes/review-place.ts";
import type { Choice } from "../../ui/compare/one-conflict.tsx";

/** What was decided of one conflict. */
export interface Decided {
  readonly choice: Choice;
  /** What will stand. */
  readonly value: unknown;
}

/** By `keyOf` of their conflicts. */
export type DecidedPlaces = ReadonlyMap<string, Decided>;

export function keyOf({ file, path }: Pick<ChangeConflict, "file" | "path">): string {
  return `${file}\n${path}`;
}

/** What the proposal says, until something else is decided. */
export function firstDecisions(conflicts: readonly ChangeConflict[]): DecidedPlaces {
  return new Map(
    conflicts.map((conflict) => [
      keyOf(conflict),
      { choice: "mine", value: conflict.suggestedSlug ?? conflict.branch },
    ]),
  );
}

/** Words that are written anew for one entry, by the paths of their conflicts. */
interface OwnWording {
  readonly type: string;
  readonly id: string;
  readonly values: ReadonlyMap<string, unknown>;
}

export interface Settled {
  readonly decisions: readonly Decision[];
  /** To be saved in the proposal first: it is then what the proposal says. */
  readonly wordings: readonly OwnWording[];
}

/** The slug that an entry gets in place of one that is taken; undefined for any other conflict. */
export function slugOf(conflict: ChangeConflict, decided: DecidedPlaces): string | undefined {
  if (conflict.suggestedSlug === undefined) return undefined;
  const written = decided.get(keyOf(conflict))?.value;
  return typeof written === "string" ? written.trim() : conflict.suggestedSlug;
}

/** What is to be done for what was decided. */
export function settle(conflicts: readonly ChangeConflict[], decided: DecidedPlaces): Settled {
  const wordings = new Map<string, { type: string; id: string; values: Map<string, unknown> }>();
  const decisions = conflicts.map((conflict): Decision => {
    const { file, path, entry } = conflict;
    const one = decided.get(keyOf(conflict));
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
