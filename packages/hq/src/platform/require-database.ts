import { existsSync, readdirSync } from "node:fs";
import { CmsError } from "@loam/cms-core";
import type { HqConfig } from "./config/config.ts";
import { dataPaths } from "./data-folder/data-folder.ts";
import { isDatabaseThere } from "./db/database.ts";

/**
 * Returns the sorted ids of the sites with a repository in the data folder, including sites that the control database
 * doesn't contain.
 */
export function siteRepositories({ dataFolder }: Pick<HqConfig, "dataFolder">): readonly string[] {
  const { sites } = dataPaths(dataFolder);
  const names = existsSync(sites) ? readdirSync(sites) : [];
  return names.flatMap((name) => /^(\w+)\.git$/.exec(name)?.slice(1) ?? []).toSorted();
}

/**
 * Prevents a new control database from being created where there are sites: no one could sign in to them, and their
 * published files would be removed. Creates and changes nothing. With PostgreSQL, the data folder has no information
 * about the database.
 *
 * @throws CmsError `database_missing`, `database_damaged`
 */
export async function requireDatabase(
  config: Pick<HqConfig, "dataFolder" | "database">,
): Promise<void> {
  const { database } = config;
  if (database.kind !== "sqlite") return;
  const sites = siteRepositories(config).length;
  if (sites === 0 || (await isDatabaseThere(database.file))) return;
  throw new CmsError(
    "database_missing",
    `${database.file} is missing or empty, but it belongs to ${sites === 1 ? "a site" : `${sites} sites`} in this folder. With PostgreSQL, set LOAM_DATABASE_URL. Otherwise, restore a backup into an empty data folder (hq restore), or create a new control database for the sites, without users and keys (hq init --recover).`,
  );
}
