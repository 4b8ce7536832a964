import { readdirSync } from "node:fs";
import { join } from "node:path";
import { repositorySize } from "@loam/cms-core/git";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Metrics } from "./metrics.ts";

/** Size of site and skill repositories, and the number of open reviews. */
export function addGitGauges(metrics: Metrics, hq: Pick<Hq, "paths" | "database">): void {
  metrics.addGauge({
    name: "loam_repositories_bytes",
    help: "Disk space used by the Git repositories of sites and skills.",
    read: async () => (await sizesOf(hq)).reduce((sum, { bytes }) => sum + bytes, 0),
  });
  metrics.addGauge({
    name: "loam_repository_packs_max",
    help: "Number of packs in the repository with the most packs. Packs are merged from time to time.",
    read: async () => Math.max(0, ...(await sizesOf(hq)).map(({ packs }) => packs)),
  });
  metrics.addGauge({
    name: "loam_changes_open",
    help: "Open change requests.",
    read: () => countOpenChanges(hq.database),
  });
}

async function sizesOf({ paths }: Pick<Hq, "paths">) {
  const folders = [paths.sites, paths.skills].flatMap((folder) =>
    readdirSync(folder).flatMap((name) => (name.endsWith(".git") ? [join(folder, name)] : [])),
  );
  return Promise.all(folders.map(repositorySize));
}

async function countOpenChanges(database: ControlDatabase): Promise<number> {
  const { count } = await database
    .selectFrom("changes")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return Number(count);
}
