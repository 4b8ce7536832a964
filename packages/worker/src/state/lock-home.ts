import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CmsError } from "@loam/cms-core";
import { z } from "zod";

/** Has a worker's folder until it is released or its process ends. */
export interface HomeLock {
  release(): void;
}

const FILE = "worker.lock";
/** Who has the lock: the lock itself cannot be read while it is held. */
const HOLDER_FILE = "worker.lock.json";

const HOLDER = z.object({ pid: z.int(), host: z.string(), startedAt: z.string() });

/**
 * Takes a worker's folder for this process as the one worker there; commands beside it need no lock. It is the operating
 * system's, held through an exclusive SQLite transaction: the end of the process, also by `kill -9`, releases it.
 * Never open `worker.lock` in any other way: closing any descriptor of it would drop the lock.
 *
 * @throws CmsError `data_dir_locked`, which names the process that has it; `data_dir_unusable`
 */
export function lockHome(folder: string, now: Date): HomeLock {
  const database = beginExclusive(folder);
  const holderFile = join(folder, HOLDER_FILE);
  const holder = { pid: process.pid, host: hostname(), startedAt: now.toISOString() };
  writeFileSync(holderFile, JSON.stringify(holder), { mode: 0o600 });
  return {
    release() {
      rmSync(holderFile, { force: true });
      database.close();
    },
  };
}

function beginExclusive(folder: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    database = new DatabaseSync(join(folder, FILE), { timeout: 0 });
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return database;
  } catch (cause) {
    database?.close();
    if (isBusy(cause)) throw lockedError(folder, cause);
    throw new CmsError(
      "data_dir_unusable",
      `${folder} cannot be locked; it must be writable and on a disk with file locks.`,
      { cause },
    );
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && [5, 6].includes(Number(error.errcode));
}

function lockedError(folder: string, cause: unknown): CmsError {
  const holder = readHolder(folder);
  const who =
    holder === undefined
      ? "another process"
      : `process ${holder.pid} on ${holder.host}, since ${holder.startedAt}`;
  return new CmsError(
    "data_dir_locked",
    `A worker is at work in ${folder} already: ${who}. Stop it, or give this one a folder of its own (LOAM_WORKER_HOME).`,
    { details: { ...holder }, cause },
  );
}

function readHolder(folder: string): z.output<typeof HOLDER> | undefined {
  try {
    return HOLDER.parse(JSON.parse(readFileSync(join(folder, HOLDER_FILE), "utf8")));
  } catch {
    return undefined;
  }
}
