import { closeSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
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

/**
 * Opens an index that can be trusted, undefined when there is none. Nothing is flushed while it is
 * in use, for it can be made again: after a power cut it is not trusted; after a kill it is, since
 * the system has every write.
 */
export function openIndexFile(path: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = openFile(path);
    configure(database);
    if (isTrusted(database)) {
      database.prepare("UPDATE use SET flushed = 0, boot = ?").run(bootId());
      return database;
    }
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
  } catch (error) {
    removeIndexFile(draft);
    throw error;
  }
  beforeSwap();
  removeIndexFile(path);
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

/** Marks a built file as an index that can be trusted. */
export function finishDraftFile(database: DatabaseSync): void {
  database.prepare("INSERT INTO use VALUES (1, 0, ?)").run(bootId());
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${INDEX_FORMAT}`);
  database.exec("COMMIT");
}

/** Flushes what was written, so that a power cut after this harms nothing; closes the file whatever comes of that. */
export function closeIndexFile(database: DatabaseSync): void {
  try {
    database.exec("PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)");
    database.exec("UPDATE use SET flushed = 1; PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
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
  // First of all: a new journal mode would flush the whole file.
  database.exec("PRAGMA synchronous = OFF");
  database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL");
  database.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
  database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
}

function isTrusted(database: DatabaseSync): boolean {
  const is = (pragma: string, value: number): boolean =>
    database.prepare(`PRAGMA ${pragma}`).get()?.[pragma] === value;
  if (!is("application_id", APPLICATION_ID) || !is("user_version", INDEX_FORMAT)) return false;
  const use = database.prepare("SELECT flushed, boot FROM use").get();
  return (
    use !== undefined && (use["flushed"] === 1 || (use["boot"] !== "" && use["boot"] === bootId()))
  );
}

/** Differs after each start of the machine; empty where it is not known. */
function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    return "";
  }
}
