import type { ControlDatabase } from "../../platform/db/database.ts";

/** The names of a workspace's skills that anybody may read. */
export async function publicSkills(
  database: ControlDatabase,
  workspaceId: string,
): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom("public_skills")
    .select("name")
    .where("workspace_id", "=", workspaceId)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

interface SetPublic {
  readonly workspaceId: string;
  readonly name: string;
  readonly isPublic: boolean;
}

/** Lets anybody read a skill, or its workspace alone. */
export async function setPublic(
  database: ControlDatabase,
  { workspaceId, name, isPublic }: SetPublic,
  { now }: { readonly now: () => Date },
): Promise<void> {
  if (isPublic) {
    await database
      .insertInto("public_skills")
      .values({ workspace_id: workspaceId, name, since: now().toISOString() })
      .onConflict((conflict) => conflict.columns(["workspace_id", "name"]).doNothing())
      .execute();
    return;
  }
  await database
    .deleteFrom("public_skills")
    .where("workspace_id", "=", workspaceId)
    .where("name", "=", name)
    .execute();
}
