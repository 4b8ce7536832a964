import type { ControlDatabase } from "../../../platform/db/database.ts";
import type { ChangeTables } from "../../../platform/db/tables/changes.ts";
import type { ChangeKey } from "../changes.ts";

/** The last word of a reviewer. */
export interface Review {
  readonly userId: string;
  readonly verdict: ChangeTables["change_reviews"]["verdict"];
  /** The commit that was looked at. */
  readonly head: string;
  readonly createdAt: string;
}

/** Keeps a verdict in place of the one that the person gave before. */
export async function putReview(
  database: ControlDatabase,
  { repository, number }: ChangeKey,
  { userId, verdict, head, createdAt }: Review,
): Promise<void> {
  const said = { verdict, head, created_at: createdAt };
  await database
    .insertInto("change_reviews")
    .values({ repository, number, user_id: userId, ...said })
    .onConflict((conflict) =>
      conflict.columns(["repository", "number", "user_id"]).doUpdateSet(said),
    )
    .execute();
}

/** The oldest first. */
export async function listReviews(
  database: ControlDatabase,
  { repository, number }: ChangeKey,
): Promise<readonly Review[]> {
  const rows = await database
    .selectFrom("change_reviews")
    .selectAll()
    .where("repository", "=", repository)
    .where("number", "=", number)
    .orderBy("created_at")
    .execute();
  return rows.map(reviewOf);
}

/** A row of the table, as everything else knows it. */
export function reviewOf(row: ChangeTables["change_reviews"]): Review {
  return {
    userId: row.user_id,
    verdict: row.verdict,
    head: row.head,
    createdAt: row.created_at,
  };
}
