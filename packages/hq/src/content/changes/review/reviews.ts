import { z } from "zod";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import type { ChangeTables } from "../../../platform/db/tables/changes.ts";
import type { ChangeKey } from "../changes.ts";

export const verdictAnswer: z.ZodType<Review["verdict"], Review["verdict"]> = z
  .enum(["approved", "changes_requested"])
  .meta({ id: "Verdict" });

/** The latest review of a reviewer. */
export interface Review {
  readonly userId: string;
  readonly verdict: ChangeTables["change_reviews"]["verdict"];
  /** The reviewed commit. */
  readonly head: string;
  readonly createdAt: string;
}

/** Stores a review, replacing an earlier one of the same user. */
export async function putReview(
  database: ControlDatabase,
  { repository, number }: ChangeKey,
  { userId, verdict, head, createdAt }: Review,
): Promise<void> {
  const columns = { verdict, head, created_at: createdAt };
  await database
    .insertInto("change_reviews")
    .values({ repository, number, user_id: userId, ...columns })
    .onConflict((conflict) =>
      conflict.columns(["repository", "number", "user_id"]).doUpdateSet(columns),
    )
    .execute();
}

/** Lists reviews, oldest first. */
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
  return rows.map(toReview);
}

/** Converts a row of the table. */
export function toReview(row: ChangeTables["change_reviews"]): Review {
  return {
    userId: row.user_id,
    verdict: row.verdict,
    head: row.head,
    createdAt: row.created_at,
  };
}
