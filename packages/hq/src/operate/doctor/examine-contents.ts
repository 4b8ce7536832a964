import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isCmsError } from "@loam/cms-core";
import { checkRepository, lacksIndex, readRefs } from "@loam/cms-core/git";
import { requireAuditKey } from "../../people/audit/audit-chain.ts";
import { listSites } from "../../people/workspaces/sites.ts";
import type { HqConfig } from "../../platform/config/config.ts";
import { checkDataFormat, dataPaths } from "../../platform/data-folder/data-folder.ts";
import {
  type ControlDatabase,
  openDatabase,
  pendingMigrations,
} from "../../platform/db/database.ts";
import { openSealer, requireSecretKey } from "../../platform/secrets/open-sealer.ts";

/** A problem in the data folder that affects HQ or one of its sites. */
export interface ContentProblem {
  /** `secret key`, `data folder`, `site <name> (<id>)`, `skills/<id>.git`. */
  readonly part: string;
  /** What is wrong and what to do. */
  readonly problem: string;
}

/**
 * Checks whether HQ can start: known format, the key of its secrets, and intact repositories. Reads all Git objects and
 * makes no changes.
 */
export async function examineContents(
  config: Pick<HqConfig, "dataFolder" | "database" | "secretKeys">,
): Promise<readonly ContentProblem[]> {
  const { dataFolder, database: address } = config;
  const paths = dataPaths(dataFolder);
  if (!existsSync(paths.sites)) return [];
  const found: ContentProblem[] = [];
  const note = async (part: string, check: () => unknown): Promise<void> => {
    try {
      await check();
    } catch (error) {
      found.push({ part, problem: error instanceof Error ? error.message : String(error) });
    }
  };
  await note("data folder", () => {
    if (existsSync(join(dataFolder, "format.json"))) checkDataFormat(dataFolder);
  });
  for (const part of await examineSkills(paths.skills)) found.push(part);
  // Problems of the database itself are reported elsewhere.
  if (address.kind === "sqlite" && !existsSync(address.file)) return found;
  try {
    await using database = openDatabase(address);
    if ((await pendingMigrations(database)).length > 0) return found;
    await note("secret key", () => examineKey(config, database, paths.secretKey));
    for (const { id, name } of await listSites(database)) {
      const problem = await examineRepository(join(paths.sites, `${id}.git`));
      if (problem !== undefined) found.push({ part: `site ${name} (${id})`, problem });
    }
  } catch (error) {
    if (!isCmsError(error)) throw error;
  }
  return found;
}

async function examineKey(
  { secretKeys }: Pick<HqConfig, "secretKeys">,
  database: ControlDatabase,
  path: string,
): Promise<void> {
  await requireSecretKey(database, { keys: secretKeys, path });
  // Opening it would create one.
  if (secretKeys.length === 0 && !existsSync(path)) return;
  await requireAuditKey(database, openSealer(secretKeys, path));
}

async function examineSkills(folder: string): Promise<readonly ContentProblem[]> {
  const found: ContentProblem[] = [];
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!name.endsWith(".git")) continue;
    const [line] = await checkRepository(join(folder, name));
    if (line === undefined) continue;
    const problem = `its repository is damaged (${line}). Restore it from a backup.`;
    found.push({ part: `skills/${name}`, problem });
  }
  return found;
}

/** Returns the problem of a site's repository and what to do, or undefined. */
async function examineRepository(gitDir: string): Promise<string | undefined> {
  const restore = "hq verify shows what is affected. hq repair --from <backup> restores it.";
  if (!existsSync(join(gitDir, "objects"))) {
    return `its repository is missing or cannot be read. Restore ${gitDir}, for example from a backup.`;
  }
  if (lacksIndex(gitDir))
    return "a pack of its repository has no index. hq start and hq repair rebuild it.";
  const [line] = await checkRepository(gitDir);
  if (line !== undefined) return `its repository is damaged (${line}). ${restore}`;
  const hasMain = readRefs(gitDir).has("refs/heads/main");
  return hasMain
    ? undefined
    : "its main branch is missing. Restore refs/heads/main from a clone, an upstream, or a backup; see Damaged files in the operations guide.";
}
