import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CmsError, isCmsError } from "@loam/cms-core";
import { z } from "zod";
import { ensureFolder } from "./data-folder.ts";

/** The process that has a data folder to itself. */
interface LockHolder {
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
}

const holderSchema = z.object({ pid: z.number(), host: z.string(), startedAt: z.string() });

export interface DataLock {
  release(): void;
}

/**
 * Takes a data folder for this process alone. The lock is the operating system's, held through an
 * open exclusive SQLite transaction, so the end of the process, also by `kill -9`, releases it.
 * Never open `hq.lock` in any other way: closing any descriptor of it would drop the lock.
 *
 * @throws CmsError `data_dir_locked` that names the holder.
 */
export function lockDataFolder(folder: string, { now }: { readonly now: () => Date }): DataLock {
  const database = beginExclusive(folder);
  const holder: LockHolder = {
    pid: process.pid,
    host: hostname(),
    startedAt: now().toISOString(),
  };
  writeFileSync(holderPath(folder), JSON.stringify(holder));
  return {
    release() {
      rmSync(holderPath(folder), { force: true });
      database.close();
    },
  };
}

function beginExclusive(folder: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(folder, "hq.lock"), { timeout: 0 });
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database?.close();
    throw isBusy(error) ? lockedError(folder, error) : unusable(folder, error);
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && "errcode" in error && (error.errcode === 5 || error.errcode === 6)
  );
}

function unusable(folder: string, cause: unknown): CmsError {
  return new CmsError(
    "data_dir_unusable",
    `${folder} cannot be locked; it must be writable and on a disk with file locks.`,
    { cause },
  );
}

function lockedError(folder: string, cause: unknown): CmsError {
  const holder = readLockHolder(folder);
  const who =
    holder === undefined
      ? "another process"
      : `process ${holder.pid} on ${holder.host}, since ${holder.startedAt}`;
  return new CmsError(
    "data_dir_locked",
    `${folder} is in use by ${who}; wait until it ends, or stop it.`,
    {
      details: { ...holder },
      cause,
    },
  );
}

/** The process that wrote its name last: the lock itself cannot be read while it is held. */
function readLockHolder(folder: string): LockHolder | undefined {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(holderPath(folder), "utf8")));
  } catch {
    return undefined;
  }
}

function holderPath(folder: string): string {
  return join(folder, "hq.lock.json");
}

/** A folder that one process has to itself, in a data folder that several share. */
interface NodeFolder {
  readonly folder: string;
  readonly lock: DataLock;
}

/**
 * Takes the first folder `nodes/<host>-<n>` that no living process has, so that a process which is
 * started again finds what the one before it kept there.
 *
 * @throws CmsError `data_dir_unusable`
 */
export function takeNodeFolder(
  dataFolder: string,
  { now }: { readonly now: () => Date },
): NodeFolder {
  for (let number = 1; ; number += 1) {
    const folder = join(dataFolder, "nodes", `${hostname()}-${number}`);
    ensureFolder(folder);
    try {
      return { folder, lock: lockDataFolder(folder, { now }) };
    } catch (error) {
      if (!isCmsError(error) || error.code !== "data_dir_locked") throw error;
    }
  }
}
