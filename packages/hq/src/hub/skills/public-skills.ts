import type { ControlDatabase } from "../../platform/db/database.ts";

/** Returns the names of a workspace's public skills. */
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

/** Makes a skill public or private. */
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
  await makePrivate(database, workspaceId, name);
}

async function makePrivate(
  database: ControlDatabase,
  workspaceId: string,
  name: string,
): Promise<void> {
  await database
    .deleteFrom("public_skills")
    .where("workspace_id", "=", workspaceId)
    .where("name", "=", name)
    .execute();
}

/** A new skill with the name of a deleted one is private again. */
export async function makeDeletedPrivate(
  database: ControlDatabase,
  workspaceId: string,
  { keep }: { readonly keep: ReadonlySet<string> },
): Promise<void> {
  const deleted = [...(await publicSkills(database, workspaceId))].filter(
    (name) => !keep.has(name),
  );
  for (const name of deleted) await makePrivate(database, workspaceId, name);
}
