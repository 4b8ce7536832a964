import type { ControlDatabase } from "../../platform/db/database.ts";

/** `automatic`: skills must be reviewed while a worker of the workspace has secrets. */
export const REVIEW_SETTINGS = ["automatic", "on", "off"] as const;

export type ReviewSetting = (typeof REVIEW_SETTINGS)[number];

/** Returns the skill review setting of a workspace. */
export async function readReviewSetting(
  database: ControlDatabase,
  workspaceId: string,
): Promise<ReviewSetting> {
  const row = await database
    .selectFrom("workspaces")
    .select("skill_review")
    .where("id", "=", workspaceId)
    .executeTakeFirst();
  return row?.skill_review ?? "automatic";
}

export async function putReviewSetting(
  database: ControlDatabase,
  workspaceId: string,
  setting: ReviewSetting,
): Promise<void> {
  await database
    .updateTable("workspaces")
    .set({ skill_review: setting === "automatic" ? null : setting })
    .where("id", "=", workspaceId)
    .execute();
}
