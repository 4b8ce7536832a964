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

/** Whoever makes a skill under the name of a deleted one decides anew whether anybody may read it. */
export async function endPublic(
  database: ControlDatabase,
  workspaceId: string,
  { keep }: { readonly keep: ReadonlySet<string> },
): Promise<void> {
  const gone = [...(await publicSkills(database, workspaceId))].filter((name) => !keep.has(name));
  for (const name of gone) await makePrivate(database, workspaceId, name);
}
