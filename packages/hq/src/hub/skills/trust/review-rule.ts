import {
  readReviewSetting,
  type ReviewSetting,
} from "../../../people/workspaces/skill-review-setting.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { workerFacts } from "../../workers/worker-facts.ts";

/** Whether skills of a workspace must be reviewed before they run with secrets, and why. */
export interface ReviewRule {
  readonly setting: ReviewSetting;
  readonly isRequired: boolean;
  /** Workers that have reported secrets. */
  readonly holders: readonly { readonly id: string; readonly name: string }[];
}

export async function readReviewRule(
  database: ControlDatabase,
  workspaceId: string,
): Promise<ReviewRule> {
  const setting = await readReviewSetting(database, workspaceId);
  const rows = await database
    .selectFrom("workers")
    .select(["id", "name", "facts"])
    .where("workspace_id", "=", workspaceId)
    .where("revoked_at", "is", null)
    .where("facts", "is not", null)
    .orderBy("name")
    .execute();
  const holders = rows
    .filter(({ facts }) => (workerFacts.parse(JSON.parse(facts ?? "{}")).secrets ?? []).length > 0)
    .map(({ id, name }) => ({ id, name }));
  const isRequired = setting === "on" || (setting === "automatic" && holders.length > 0);
  return { setting, isRequired, holders };
}
