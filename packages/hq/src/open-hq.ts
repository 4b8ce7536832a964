import { existsSync } from "node:fs";
import { CmsError } from "@loam/cms-core";
import { checkGit, removeUnfinishedRepositories } from "@loam/cms-core/git";
import type { HqConfig } from "./config.ts";
import { type DataPaths, dataPaths, ensureFolder } from "./data-folder/data-folder.ts";
import { checkDataFormat } from "./data-folder/data-format.ts";
import { lockDataFolder } from "./data-folder/data-lock.ts";
import { type ControlDatabase, migrateDatabase, openDatabase } from "./db/database.ts";
import { connectStorages, type Storages } from "./storage/storages.ts";

/** An opened data folder; nothing is served yet. */
export interface Hq {
  readonly config: HqConfig;
  readonly paths: DataPaths;
  readonly database: ControlDatabase;
  readonly storages: Storages;
  readonly now: () => Date;
  /** Closes the database and the storages, and gives the folder free, if it was held. */
  close(): Promise<void>;
}

export interface OpenHqOptions {
  readonly now?: () => Date;
}

/**
 * Opens the data folder for this process alone, making it when it is not there.
 *
 * @throws CmsError `git_missing`, `data_dir_locked`, `data_dir_unusable`, `data_format_newer`
 */
export async function openHq(
  config: HqConfig,
  { now = () => new Date() }: OpenHqOptions = {},
): Promise<Hq> {
  const { dataFolder, publicStorage, mediaStorage } = config;
  const paths = dataPaths(dataFolder);
  await checkGit();
  ensureFolder(dataFolder);
  const lock = lockDataFolder(dataFolder, { now });
  try {
    checkDataFormat(dataFolder);
    for (const folder of [paths.sites, paths.state]) ensureFolder(folder);
    for (const address of [publicStorage, mediaStorage]) {
      if (address.kind === "folder") ensureFolder(address.folder);
    }
    removeUnfinishedRepositories(paths.sites);
    const hq = await openControl(config, now);
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

async function openControl(config: HqConfig, now: () => Date): Promise<Hq> {
  const paths = dataPaths(config.dataFolder);
  const database = openDatabase(paths.database);
  try {
    await migrateDatabase(database);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return hqOf({ config, paths, database, now });
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
 * @throws CmsError `not_found` when the data folder was not set up.
 */
export function openHqReading(
  config: HqConfig,
  { now = () => new Date() }: OpenHqOptions = {},
): Hq {
  const paths = dataPaths(config.dataFolder);
  if (!existsSync(paths.database)) {
    throw new CmsError("not_found", `${config.dataFolder} is not set up yet; run hq init.`);
  }
  checkDataFormat(config.dataFolder);
  const database = openDatabase(paths.database);
  return hqOf({ config, paths, database, now });
}
