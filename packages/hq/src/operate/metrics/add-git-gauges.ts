import { readdirSync } from "node:fs";
import { join } from "node:path";
import { repositorySize } from "@loam/cms-core/git";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Metrics } from "./metrics.ts";

/** What the repositories of sites and skills take, and what waits for a review. */
export function addGitGauges(metrics: Metrics, hq: Pick<Hq, "paths" | "database">): void {
  metrics.addGauge({
    name: "loam_repositories_bytes",
    help: "What the git repositories of sites and skills take of the disk.",
    read: async () => (await sizesOf(hq)).reduce((sum, { bytes }) => sum + bytes, 0),
  });
  metrics.addGauge({
    name: "loam_repository_packs_max",
    help: "Packs of the repository that has most; they are merged now and then.",
    read: async () => Math.max(0, ...(await sizesOf(hq)).map(({ packs }) => packs)),
  });
  metrics.addGauge({
    name: "loam_changes_open",
    help: "Change requests that are neither merged nor closed.",
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
