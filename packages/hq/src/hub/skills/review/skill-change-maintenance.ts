import { createChangeMaintenance } from "../../../content/changes/change-maintenance.ts";
import type { Hq } from "../../../platform/hq.ts";
import type { SkillServices } from "../skill-routes.ts";

/** Runs due maintenance of skill change requests in all workspaces. Can be called often. */
export function createSkillChangeMaintenance({
  database,
  now,
  skills,
}: Pick<Hq, "database" | "now"> & Pick<SkillServices, "skills">): () => Promise<void> {
  const changes = createChangeMaintenance({ database, now });
  return async () => {
    const rows = await database
      .selectFrom("changes")
      .select("workspace_id")
      .distinct()
      .where("workspace_id", "is not", null)
      .execute();
    for (const { workspace_id: id } of rows) {
      if (id !== null) await changes.run(id, (await skills.of(id)).repository);
    }
  };
}
