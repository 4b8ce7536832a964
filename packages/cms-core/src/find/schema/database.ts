import { closeSync, openSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { syncPath } from "../../git/disk/durable-file.ts";
import { INDEX_FORMAT, LOOKUPS, TABLES } from "./tables.ts";

/** "LOAM" */
const APPLICATION_ID = 0x4c_4f_41_4d;
const PAGE_BYTES = 16_384;
const CACHE_KIB = 8192;
/** A page that the cache does not hold is read where the system has it, not copied for one row. */
const MAPPED_BYTES = 2 ** 30;
/** What is written is not read again until the indexes are made, and then the system has it. */
const BUILD_CACHE_KIB = 4096;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** Opens an index, undefined when there is none that this program made whole and can read. */
export function openIndexFile(path: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = openFile(path);
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
 * Makes an index in a file beside, which takes the place of `path` when `fill` is through; before
 * that, `beforeSwap` closes what is open there.
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
  // A power cut must not bring an old journal back beside the new file.
  await syncPath(dirname(path));
  renameSync(draft, path);
  const opened = openFile(path);
  try {
    configure(opened);
  } catch (error) {
    opened.close();
    throw error;
  }
  return opened;
}

/** Opens a new file that is being built, in a transaction. */
export function openDraftFile(path: string): DatabaseSync {
  const database = openFile(path);
  database.exec(
    `PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF`,
  );
  database.exec(`PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${BUILD_CACHE_KIB}`);
  database.exec(`BEGIN; ${TABLES} ${LOOKUPS}`);
  return database;
}

/** Drafts are in it: a new file is its owner's alone, and SQLite gives what it puts beside it the same mode. */
function openFile(path: string): DatabaseSync {
  closeSync(openSync(path, "a", 0o600));
  return new DatabaseSync(path);
}

/** Marks a built file as an index that is whole. */
export function finishDraftFile(database: DatabaseSync): void {
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${INDEX_FORMAT}`);
  database.exec("COMMIT");
}

/** In the thread pool: of many entries it takes its time. */
async function syncFile(path: string): Promise<void> {
  await using file = await open(path, "r+");
  await file.sync();
}

function removeIndexFile(path: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${end}`, { force: true });
}

/** Whether SQLite says that a file is no database, or a damaged one. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error)) return false;
  const code = Number(error.errcode) & 0xff;
  return code === CORRUPT || code === NOT_A_DATABASE;
}

function configure(database: DatabaseSync): void {
  // A power cut may take the last steps, which are followed again, and harms nothing else.
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
