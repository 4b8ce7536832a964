import type { ControlDatabase } from "../../../platform/db/database.ts";
import type { SkillVersion } from "../skill-store.ts";

/** A review of a version by a user. */
export interface SkillReview {
  /** Null if the user was deleted. */
  readonly by: { readonly id: string; readonly name: string } | null;
  readonly at: string;
  /** Whether the reviewer was also the author, as the only member of the workspace. */
  readonly alone: boolean;
}

type Files = Pick<SkillVersion, "name" | "tree">;

/** The reviews of a workspace, by reviewed files. */
export interface SkillReviews {
  of(files: Files): SkillReview | undefined;
}

/** Returns all reviews in the workspace or of one skill. */
export async function readSkillReviews(
  database: ControlDatabase,
  workspaceId: string,
  skill?: string,
): Promise<SkillReviews> {
  let query = database
    .selectFrom("skill_reviews")
    .leftJoin("users", "users.id", "reviewed_by")
    .select(["skill", "tree", "reviewed_at", "alone", "users.id", "users.name"])
    .where("workspace_id", "=", workspaceId);
  if (skill !== undefined) query = query.where("skill", "=", skill);
  const rows = await query.execute();
  const reviews = new Map(
    rows.map(
      ({ skill: name, tree, reviewed_at: at, alone, id, name: by }): [string, SkillReview] => [
        `${name}/${tree}`,
        { by: id === null || by === null ? null : { id, name: by }, at, alone: alone === 1 },
      ],
    ),
  );
  return { of: ({ name, tree }) => reviews.get(`${name}/${tree}`) };
}

interface NewReview extends Files {
  readonly workspaceId: string;
  /** User id. */
  readonly by: string;
  readonly alone: boolean;
}

/** Stores a review. Files that were already reviewed keep their first review. */
export async function putSkillReview(
  database: ControlDatabase,
  { workspaceId, name, tree, by, alone }: NewReview,
  { now }: { readonly now: () => Date },
): Promise<void> {
  await database
    .insertInto("skill_reviews")
    .values({
      workspace_id: workspaceId,
      skill: name,
      tree,
      reviewed_by: by,
      reviewed_at: now().toISOString(),
      alone: alone ? 1 : 0,
    })
    .onConflict((conflict) => conflict.columns(["workspace_id", "skill", "tree"]).doNothing())
    .execute();
}

interface Authorship {
  readonly workspaceId: string;
  /** Git tree id of a skill's folder, or the full ref of a branch. */
  readonly place: string;
  /** User ids. */
  readonly users: Iterable<string>;
}

/**
 * Records the authors of a skill's files or branch. Git's author is chosen by the client, so HQ records the signed-in
 * user. Must run before the branch moves, so that authors are correct even if HQ is interrupted.
 */
export async function recordSkillAuthors(
  database: ControlDatabase,
  { workspaceId, place, users }: Authorship,
): Promise<void> {
  const values = [...new Set(users)].map((user_id) => {
    return { workspace_id: workspaceId, place, user_id };
  });
  if (values.length === 0) return;
  await database
    .insertInto("skill_authors")
    .values(values)
    .onConflict((conflict) => conflict.columns(["workspace_id", "place", "user_id"]).doNothing())
    .execute();
}

/** Returns the authors by place. Places with unknown authors are omitted. */
export async function readSkillAuthors(
  database: ControlDatabase,
  workspaceId: string,
  places: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (places.length === 0) return new Map();
  const rows = await database
    .selectFrom("skill_authors")
    .select(["place", "user_id"])
    .where("workspace_id", "=", workspaceId)
    .where("place", "in", [...places])
    .execute();
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return new Map(
    Array.from(byPlace, ([place, of]) => [place, new Set(of.map(({ user_id }) => user_id))]),
  );
}
