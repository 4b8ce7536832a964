import { existsSync } from "node:fs";
import { CmsError } from "@loam/cms-core";
import { requireGit, removeUnfinishedRepositories } from "@loam/cms-core/git";
import type { MediaIntake } from "@loam/cms-core/media";
import type { FolderLock } from "@loam/cms-core/program";
import type { SiteStore } from "@loam/cms-core/site";
import type { HqConfig } from "./config/config.ts";
import {
  type DataPaths,
  dataPaths,
  ensureFolder,
  PASS_THROUGH,
  checkDataFormat,
  refuseForeignFolder,
} from "./data-folder/data-folder.ts";
import { lockDataFolder, takeNodeFolder } from "./data-folder/data-lock.ts";
import { removeServerFile } from "./data-folder/server-file.ts";
import { DatabaseWatch } from "./db/database-watch.ts";
import {
  type ControlDatabase,
  migrateDatabase,
  openDatabase,
  pendingMigrations,
  requireKnownMigrations,
} from "./db/database.ts";
import { requireDatabase } from "./require-database.ts";
import { connectStorages, type Storages } from "./storage/storages.ts";

/** An open data folder, before anything is served. */
export interface Hq {
  readonly config: HqConfig;
  readonly paths: DataPaths;
  readonly database: ControlDatabase;
  /** Must be checked before content changes: no one can be authorized by a database that is gone. */
  readonly databaseWatch: DatabaseWatch;
  readonly storages: Storages;
  readonly now: () => Date;
  /** The sites opened by a server in this process. Commands that run alongside requests must use them. */
  readonly opened?: OpenedSites;
  /** Closes the database and the storages, and releases the lock on the folder. */
  close(): Promise<void>;
}

/** The sites opened by a running server. Opening them a second time would miss changes in progress. */
export interface OpenedSites {
  /**
   * Runs work on the content of a site. When it returns, changes are published, listed, and served.
   *
   * @throws CmsError `site_not_found`, `unavailable`
   */
  use<T>(siteId: string, work: (store: SiteStore) => Promise<T>): Promise<T>;
  /**
   * Opens a new site, or updates files, lists, and search to the current branches.
   *
   * @throws CmsError `unavailable` if that failed; the reason is in the server log
   */
  follow(siteId: string): Promise<void>;
  /** Runs work on the public files of a site while no publish writes them. */
  alone<T>(siteId: string, work: () => Promise<T>): Promise<T>;
  /** Closes a site whose repository is about to be removed. */
  drop(siteId: string): Promise<void>;
  /** Reopens a site after its repository was repaired. */
  reopen(siteId: string): Promise<void>;
  /** The server's access to media storage. */
  readonly intake: MediaIntake;
}

export interface OpenHqOptions {
  readonly now?: () => Date;
}

/**
 * Opens the data folder, creating it if necessary. With SQLite this process locks it. With PostgreSQL it is shared, and
 * the process gets a private folder in it.
 *
 * @throws CmsError `git_missing`, `data_dir_locked`, `data_dir_unusable`, `data_format_newer`,
 * `database_unavailable`, `database_missing`, `database_damaged`
 */
export function openHq(config: HqConfig, { now = systemNow }: OpenHqOptions = {}): Promise<Hq> {
  return openDataFolder(config, now, async (parts) => {
    await requireDatabase(config);
    return openControl(parts, async (database) => {
      // In a shared folder, unfinished files might belong to another process.
      if (config.database.kind !== "sqlite") return;
      await removeUnfinishedSites(parts.paths.sites, database);
    });
  });
}

/**
 * Opens the data folder with a new control database, even if there are repositories. `config` specifies its location.
 * The repositories stay, although the new database contains none of them.
 *
 * @throws CmsError as `openHq`
 */
export function openHqWithNewDatabase(
  config: HqConfig,
  { now = systemNow }: OpenHqOptions = {},
): Promise<Hq> {
  return openDataFolder(config, now, openControl);
}

const systemNow = (): Date => new Date();

type ControlParts = Omit<Hq, "storages" | "database" | "databaseWatch" | "close">;

async function openDataFolder(
  config: HqConfig,
  now: () => Date,
  open: (parts: ControlParts) => Promise<Hq>,
): Promise<Hq> {
  await requireGit();
  refuseForeignFolder(config.dataFolder);
  ensureFolder(config.dataFolder, PASS_THROUGH);
  const { paths, lock } = lockFolders(config, now);
  try {
    checkDataFormat(config.dataFolder);
    const hq = await open({ paths, config, now });
    return {
      ...hq,
      async close() {
        await hq.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface DataFolder {
  readonly paths: DataPaths;
  readonly lock: FolderLock;
}

function lockFolders({ dataFolder, database }: HqConfig, now: () => Date): DataFolder {
  if (database.kind === "postgres") {
    const { folder, lock } = takeNodeFolder(dataFolder, { now });
    return { paths: dataPaths(dataFolder, folder), lock };
  }
  const paths = dataPaths(dataFolder);
  const lock = lockDataFolder(dataFolder, { now });
  removeServerFile(paths.server);
  return { paths, lock };
}

async function openControl(
  parts: ControlParts,
  prepare: (database: ControlDatabase) => Promise<void> = async () => Promise.resolve(),
): Promise<Hq> {
  const { config, paths } = parts;
  for (const folder of [paths.sites, paths.state]) ensureFolder(folder);
  for (const address of [config.publicStorage, config.mediaStorage]) {
    if (address.kind === "folder") ensureFolder(address.folder, PASS_THROUGH);
  }
  const databaseWatch = new DatabaseWatch();
  const database = openDatabase(config.database, databaseWatch);
  try {
    await migrateDatabase(database);
    await prepare(database);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return hqOf({ ...parts, database, databaseWatch });
}

async function removeUnfinishedSites(folder: string, database: ControlDatabase): Promise<void> {
  const rows = await database.selectFrom("sites").select("id").execute();
  const names = new Set(rows.map(({ id }) => `${id}.git`));
  await removeUnfinishedRepositories(folder, (name) => names.has(name));
}

function hqOf(parts: Omit<Hq, "storages" | "close">): Hq {
  const storages = connectStorages(parts.config, parts.paths.uploads);
  return {
    ...parts,
    storages,
    async close() {
      await storages.close();
      await parts.database.destroy();
    },
  };
}

/**
 * Opens an existing data folder next to a running server, for commands that only read.
 *
 * @throws CmsError `not_found` if the data folder or its database was not set up,
 * `database_unavailable`, `database_missing`, `database_damaged`
 */
export async function openHqReading(
  config: HqConfig,
  { now = systemNow }: OpenHqOptions = {},
): Promise<Hq> {
  const paths = await requireSetUp(config);
  checkDataFormat(config.dataFolder);
  const databaseWatch = new DatabaseWatch();
  const database = openDatabase(config.database, databaseWatch);
  const hq = hqOf({ config, paths, now, database, databaseWatch });
  try {
    await requireKnownMigrations(hq.database);
    if ((await pendingMigrations(hq.database)).length === 0) return hq;
    throw new CmsError(
      "not_found",
      "The control database is not set up for this version yet. Run hq init.",
    );
  } catch (error) {
    await hq.close();
    throw error;
  }
}

/**
 * Prevents commands that are useless in a new data folder from creating one.
 *
 * @throws CmsError `not_found`, `database_missing`, `database_damaged`
 */
export async function requireSetUp(config: HqConfig): Promise<DataPaths> {
  const paths = dataPaths(config.dataFolder);
  const missing = new CmsError(
    "not_found",
    `${config.dataFolder} is not set up. Run hq init, or set LOAM_DATA to the data folder.`,
  );
  if (!existsSync(paths.sites)) throw missing;
  await requireDatabase(config);
  if (config.database.kind === "sqlite" && !existsSync(config.database.file)) throw missing;
  return paths;
}
