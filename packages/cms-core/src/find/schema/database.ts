import { renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { openPrivate } from "../../base/sqlite.ts";
import { syncPath } from "../../git/disk/durable-file.ts";
import { INDEX_FORMAT, LOOKUPS, TABLES } from "./tables.ts";

/** "LOAM" */
const APPLICATION_ID = 0x4c_4f_41_4d;
const PAGE_BYTES = 16_384;
const CACHE_KIB = 8192;
/** Memory-maps the file, so that a page missing in the cache isn't copied for a single row. */
const MAPPED_BYTES = 2 ** 30;
/** Rows aren't read again until the indexes are created, and are then still in the system's page cache. */
const BUILD_CACHE_KIB = 4096;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** Opens an index, which contains drafts, so only its owner can read it. Undefined if there is no complete index in this format. */
export function openIndexFile(path: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = openPrivate(path);
    configure(database);
    if (isIndex(database)) return database;
  } catch (error) {
    if (!isDamage(error)) {
      database?.close();
      throw error;
    }
  }
  database?.close();
  return undefined;
}

/**
 * Builds an index in a temporary file, which replaces `path` once `fill` is done. Calls `beforeSwap` before that, to
 * close the old file.
 */
export async function buildIndexFile(
  path: string,
  fill: (draft: string) => Promise<void>,
  beforeSwap: () => void = () => undefined,
): Promise<DatabaseSync> {
  const draft = `${path}.new`;
  removeIndexFile(draft);
  try {
    await fill(draft);
    await syncFile(draft);
  } catch (error) {
    removeIndexFile(draft);
    throw error;
  }
  beforeSwap();
  removeIndexFile(path);
  // Otherwise a power cut could restore an old journal next to the new file.
  await syncPath(dirname(path));
  renameSync(draft, path);
  const opened = openPrivate(path);
  try {
    configure(opened);
  } catch (error) {
    opened.close();
    throw error;
  }
  return opened;
}

/** Opens a new file to build, in a transaction. */
export function openDraftFile(path: string): DatabaseSync {
  const database = openPrivate(path);
  database.exec(
    `PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF`,
  );
  database.exec(`PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${BUILD_CACHE_KIB}`);
  database.exec(`BEGIN; ${TABLES} ${LOOKUPS}`);
  return database;
}

/** Marks a built file as a complete index. */
export function finishDraftFile(database: DatabaseSync): void {
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${INDEX_FORMAT}`);
  database.exec("COMMIT");
}

/** Syncs in the thread pool, because it takes a while for many entries. */
async function syncFile(path: string): Promise<void> {
  await using file = await open(path, "r+");
  await file.sync();
}

function removeIndexFile(path: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${end}`, { force: true });
}

/** Whether SQLite reports that the file is damaged or not a database. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error)) return false;
  const code = Number(error.errcode) & 0xff;
  return code === CORRUPT || code === NOT_A_DATABASE;
}

function configure(database: DatabaseSync): void {
  // A power cut may lose the last steps, which are then followed again; nothing else is affected.
  database.exec("PRAGMA synchronous = NORMAL");
  database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL");
  database.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
  database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
}

function isIndex(database: DatabaseSync): boolean {
  const is = (pragma: string, value: number): boolean =>
    database.prepare(`PRAGMA ${pragma}`).get()?.[pragma] === value;
  return is("application_id", APPLICATION_ID) && is("user_version", INDEX_FORMAT);
}
