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
  PASSABLE,
  checkDataFormat,
  refuseForeignFolder,
} from "./data-folder/data-folder.ts";
import { lockDataFolder, takeNodeFolder } from "./data-folder/data-lock.ts";
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

/** An opened data folder; nothing is served yet. */
export interface Hq {
  readonly config: HqConfig;
  readonly paths: DataPaths;
  readonly database: ControlDatabase;
  /** Whoever changes content asks it first: nobody may write on the authority of a database that is gone. */
  readonly databaseWatch: DatabaseWatch;
  readonly storages: Storages;
  readonly now: () => Date;
  /** Where a server of this process has the sites open; whoever works beside its requests goes through them. */
  readonly opened?: OpenedSites;
  /** Closes the database and the storages, and releases the folder, if it was held. */
  close(): Promise<void>;
}

/** The sites as a running server has them open: a second opening would not see what the first is doing. */
export interface OpenedSites {
  /**
   * Does work on the content of a site. When it returns, what was changed is public, listed and served.
   *
   * @throws CmsError `site_not_found`, `unavailable`
   */
  use<T>(siteId: string, work: (store: SiteStore) => Promise<T>): Promise<T>;
  /**
   * Takes up a site that was made, or brings files, lists and search to where its branches stand.
   *
   * @throws CmsError `unavailable` when that failed; the server's log says why
   */
  follow(siteId: string): Promise<void>;
  /** Does work on the public files of a site while no publish writes them. */
  alone<T>(siteId: string, work: () => Promise<T>): Promise<T>;
  /** Forgets a site whose repository is about to go. */
  drop(siteId: string): Promise<void>;
  /** Opens a site again whose repository was repaired. */
  reopen(siteId: string): Promise<void>;
  /** The server's gate to media storage. */
  readonly intake: MediaIntake;
}

export interface OpenHqOptions {
  readonly now?: () => Date;
}

/**
 * Opens the data folder, making it when it is not there. With SQLite this process has it to itself;
 * with PostgreSQL it shares it with others, and has a folder in it for what it keeps for itself.
 *
 * @throws CmsError `git_missing`, `data_dir_locked`, `data_dir_unusable`, `data_format_newer`,
 * `database_unavailable`, `database_missing`, `database_damaged`
 */
export function openHq(config: HqConfig, { now = systemNow }: OpenHqOptions = {}): Promise<Hq> {
  return openPlace(config, now, async (parts) => {
    await requireDatabase(config);
    return openControl(parts, async (database) => {
      // What looks unfinished may be another process's work where it shares the folder.
      if (config.database.kind !== "sqlite") return;
      await removeUnfinishedSites(parts.paths.sites, database);
    });
  });
}

/**
 * The same with a new control database, although there are repositories: `config` says where it is made. They all stay,
 * as it names none of them yet.
 *
 * @throws CmsError as `openHq`
 */
export function openHqAnew(config: HqConfig, { now = systemNow }: OpenHqOptions = {}): Promise<Hq> {
  return openPlace(config, now, openControl);
}

const systemNow = (): Date => new Date();

type ControlParts = Omit<Hq, "storages" | "database" | "databaseWatch" | "close">;

async function openPlace(
  config: HqConfig,
  now: () => Date,
  open: (parts: ControlParts) => Promise<Hq>,
): Promise<Hq> {
  await requireGit();
  refuseForeignFolder(config.dataFolder);
  ensureFolder(config.dataFolder, PASSABLE);
  const { paths, lock } = takePlace(config, now);
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

interface Place {
  readonly paths: DataPaths;
  readonly lock: FolderLock;
}

function takePlace({ dataFolder, database }: HqConfig, now: () => Date): Place {
  if (database.kind === "postgres") {
    const { folder, lock } = takeNodeFolder(dataFolder, { now });
    return { paths: dataPaths(dataFolder, folder), lock };
  }
  return { paths: dataPaths(dataFolder), lock: lockDataFolder(dataFolder, { now }) };
}

async function openControl(
  parts: ControlParts,
  prepare: (database: ControlDatabase) => Promise<void> = async () => Promise.resolve(),
): Promise<Hq> {
  const { config, paths } = parts;
  for (const folder of [paths.sites, paths.state]) ensureFolder(folder);
  for (const address of [config.publicStorage, config.mediaStorage]) {
    if (address.kind === "folder") ensureFolder(address.folder, PASSABLE);
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
  const storages = connectStorages(parts.config);
  return {
    ...parts,
    storages,
    async close() {
      storages.close();
      await parts.database.destroy();
    },
  };
}

/**
 * Opens what is there beside a running server, for commands that only read.
 *
 * @throws CmsError `not_found` when the data folder or its database was not set up,
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
 * Lets no command make a data folder by the way that can do nothing in a new one.
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
