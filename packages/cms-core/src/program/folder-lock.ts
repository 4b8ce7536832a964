import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CmsError } from "../base/errors.ts";

/** A lock on a folder, held until it is released or the process ends. */
export interface FolderLock {
  release(): void;
}

interface LockOptions {
  /** Name of the lock file. The owner is recorded in a file with the same name plus `.json`. */
  readonly file: string;
  readonly now: Date;
  /** Returns the error message for a second process. */
  readonly refusal: (holder: string) => string;
}

/** The process that holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
}

/**
 * Locks a folder for this process. The lock is an open exclusive SQLite transaction, so the operating system releases
 * it when the process ends, even with `kill -9`. Never open the file in another way: closing any descriptor of it would
 * release the lock.
 *
 * @throws CmsError `data_dir_locked`, which names the process that holds it; `data_dir_unusable`
 */
export function lockFolder(folder: string, { file, now, refusal }: LockOptions): FolderLock {
  const path = join(folder, file);
  const holderPath = `${path}.json`;
  const database = beginExclusive(path, (cause) => {
    if (isBusy(cause)) return lockedError(readHolder(holderPath), refusal, cause);
    return new CmsError(
      "data_dir_unusable",
      `${folder} cannot be locked. It must be writable and on a file system that supports file locks.`,
      { cause },
    );
  });
  const holder: Holder = { pid: process.pid, host: hostname(), startedAt: now.toISOString() };
  writeFileSync(holderPath, JSON.stringify(holder), { mode: 0o600 });
  return {
    release() {
      rmSync(holderPath, { force: true });
      database.close();
    },
  };
}

function beginExclusive(path: string, failure: (cause: unknown) => CmsError): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return database;
  } catch (cause) {
    database?.close();
    throw failure(cause);
  }
}

/** Returns whether the error is SQLITE_BUSY or SQLITE_LOCKED. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && [5, 6].includes(Number(error.errcode));
}

function lockedError(
  holder: Holder | undefined,
  refusal: LockOptions["refusal"],
  cause: unknown,
): CmsError {
  const holderText =
    holder === undefined
      ? "another process"
      : `process ${holder.pid} on ${holder.host}, since ${holder.startedAt}`;
  return new CmsError("data_dir_locked", refusal(holderText), { details: { ...holder }, cause });
}

/** Returns the last process that recorded itself. The lock file cannot be read while it is held. */
function readHolder(path: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isHolder(holder) ? holder : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== "object" || value === null) return false;
  return (
    "pid" in value &&
    Number.isInteger(value.pid) &&
    "host" in value &&
    typeof value.host === "string" &&
    "startedAt" in value &&
    typeof value.startedAt === "string"
  );
}
