import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CmsError, isCmsError } from "@loam/cms-core";
import { syncFolder } from "@loam/cms-core/program";
import { openSiteStore } from "@loam/cms-core/site";
import {
  FIRST_WORKSPACE,
  type SetUpReport,
  setUpHq,
} from "../../people/identity/setup/set-up-hq.ts";
import type { Site } from "../../people/workspaces/sites.ts";
import {
  createWorkspace,
  updateWorkspace,
  type Workspace,
} from "../../people/workspaces/workspaces.ts";
import type { HqConfig } from "../../platform/config/config.ts";
import { isDatabaseThere } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { type Hq, openHqWithNewDatabase } from "../../platform/hq.ts";
import { siteRepositories } from "../../platform/require-database.ts";
import { insertSite } from "../../sites/manage/create-site.ts";
import { siteGitDir } from "../../sites/publisher/site-publisher.ts";

export interface RecoverReport extends SetUpReport {
  /** The workspace that contains the recovered sites. */
  readonly workspaces: readonly Workspace[];
  /** The recovered sites, sorted by id. */
  readonly sites: readonly Site[];
  /** Slugs of the workspaces with recovered skills. */
  readonly skills: readonly string[];
}

/**
 * Replaces a lost control database with a new one, in which every repository in the data folder is a site of one
 * workspace. It gets its final name when it is complete, so after a crash the command can be repeated.
 *
 * @throws CmsError `conflict` if there is a control database, `database_damaged` if the file isn't one,
 * `invalid_config` with PostgreSQL, `storage_failed` if public storage cannot be read to see which sites are public
 */
export async function recover(config: HqConfig): Promise<RecoverReport> {
  if (config.database.kind === "postgres") {
    throw new CmsError(
      "invalid_config",
      "hq init --recover creates a SQLite database. With PostgreSQL, restore the database with pg_restore.",
    );
  }
  const { file } = config.database;
  const making = `${file}${UNFINISHED}${randomUUID()}`;
  const hq = await openHqWithNewDatabase({ ...config, database: { kind: "sqlite", file: making } });
  try {
    await refuseDatabase(file);
    const report = await fill(hq);
    // After closing, it is a single file that is completely on disk.
    await hq.database.destroy();
    await putInPlace(making, file);
    return report;
  } finally {
    await hq.database.destroy();
    await removeUnfinished(file);
    await hq.close();
  }
}

const UNFINISHED = ".recovering-";

async function refuseDatabase(file: string): Promise<void> {
  if (!(await isDatabaseThere(file))) return;
  throw new CmsError(
    "conflict",
    `${file} is a control database, so there is nothing to recover. To continue without it, move it away first.`,
  );
}

async function fill(hq: Hq): Promise<RecoverReport> {
  const { database } = hq;
  const workspace = await createWorkspace(database, FIRST_WORKSPACE, hq);
  await updateWorkspace(database, workspace.id, { cms_enabled: 1 });
  const skills = await recoverSkills(hq, workspace);
  // The first admin becomes the owner of every existing workspace.
  const { admin } = await setUpHq(hq);
  const sites: Site[] = [];
  for (const id of siteRepositories(hq.config)) {
    const name = freeName(await readSiteName(hq, id), new Set(sites.map((site) => site.name)));
    // Public sites stay public, and no others become public.
    const publishing = await hasPublicFiles(hq, id);
    const site = { id, name, workspaceId: workspace.id, publishing };
    sites.push(await transact(database, (transaction) => insertSite(transaction, site, hq)));
  }
  return { workspaces: [workspace], admin, sites, skills };
}

/**
 * A skill repository is named after its workspace id. If there is only one, it is assigned to the first workspace. If
 * there are several, each gets its own workspace, because they can contain skills with the same name.
 */
async function recoverSkills(
  { database, paths, now }: Hq,
  first: Workspace,
): Promise<readonly string[]> {
  const names = existsSync(paths.skills) ? readdirSync(paths.skills) : [];
  const ids = names.flatMap((name) => /^(w\w+)\.git$/.exec(name)?.[1] ?? []);
  const [only] = ids;
  if (only !== undefined && ids.length === 1) {
    // If the process is killed before the database is complete, the next attempt again finds only one.
    await rename(join(paths.skills, `${only}.git`), join(paths.skills, `${first.id}.git`));
    syncFolder(paths.skills);
    return [first.slug];
  }
  const slugs = ids.map((_, index) => `skills-${index + 1}`);
  for (const [index, id] of ids.entries()) {
    const slug = slugs[index] ?? "";
    const row = { id, slug, name: `Skills ${index + 1}`, created_at: now().toISOString() };
    await database.insertInto("workspaces").values(row).execute();
  }
  return slugs;
}

/**
 * Includes sites whose files cannot be read: nothing else could attach them later, and they can be repaired as sites.
 */
async function readSiteName(hq: Hq, siteId: string): Promise<string> {
  try {
    const store = await openSiteStore(siteGitDir(hq, siteId), { siteId });
    try {
      return store.site().name;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (isCmsError(error)) return siteId;
    throw error;
  }
}

/** Makes names unique, because sites of several workspaces are combined. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} (${number})`;
    if (!taken.has(free)) return free;
  }
}

async function hasPublicFiles({ storages }: Hq, siteId: string): Promise<boolean> {
  for await (const _ of storages.readPublic(siteId).scan()) return true;
  return false;
}

async function putInPlace(created: string, file: string): Promise<void> {
  // SQLite would apply the contents of these files from the lost database to the new one.
  for (const rest of ["-wal", "-shm", "-journal"]) await rm(`${file}${rest}`, { force: true });
  await rename(created, file);
  syncFolder(dirname(file));
}

/** Removes unfinished databases, including those of killed processes: this process holds the data folder. */
async function removeUnfinished(file: string): Promise<void> {
  const folder = dirname(file);
  const names = readdirSync(folder).filter((name) =>
    name.startsWith(`${basename(file)}${UNFINISHED}`),
  );
  for (const name of names) await rm(join(folder, name), { force: true });
}
