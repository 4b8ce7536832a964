import type { Change } from "../../../content/changes/changes.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { readSkillAuthors } from "../trust/skill-reviews.ts";

/** Returns the ids of all users who opened a change request of skills or contributed to its branch. */
export async function authorsOfChange(
  database: ControlDatabase,
  workspaceId: string,
  { branch, createdBy, pushedBy }: Change,
): Promise<ReadonlySet<string>> {
  const noted = await readSkillAuthors(database, workspaceId, [branch]);
  const known = [createdBy, pushedBy].filter((id) => id !== null);
  return new Set([...(noted.get(branch) ?? []), ...known]);
}
