import { statSync } from "node:fs";
import { CmsError } from "@loam/cms-core";

/** SQLITE_CORRUPT and SQLITE_NOTADB; what is above the lowest byte of a code only says more of it. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

/**
 * Looks after the file of the control database that this process has open. SQLite goes on with a file that was deleted
 * or replaced, and all that is acknowledged then is lost: so nothing is written any more once that was seen, or damage
 * was met, until the process is started again. It never finds anything with PostgreSQL.
 */
export class DatabaseWatch {
  #opened: { readonly path: string; readonly dev: number; readonly ino: number } | undefined;
  #failure: CmsError | undefined;

  /** Begins with the file that was just opened. */
  begin(path: string): void {
    const { dev, ino } = statSync(path);
    this.#opened = { path, dev, ino };
  }

  /** Why nothing may be changed any more: `database_missing` or `database_damaged`. */
  failure(): CmsError | undefined {
    if (this.#failure === undefined && this.#opened !== undefined && isGone(this.#opened)) {
      this.#failure = new CmsError(
        "database_missing",
        `${this.#opened.path} was deleted or replaced while HQ was running, so HQ no longer writes any changes. Stop HQ, then restore the file, restore a backup (hq restore), or run hq init --recover.`,
      );
    }
    return this.#failure;
  }

  /** To be called before anything is changed, in git too. @throws CmsError as `failure` */
  requireIntact(): void {
    const failure = this.failure();
    if (failure !== undefined) throw failure;
  }

  /** What to throw for an error of SQLite; damage is remembered. */
  explain(error: unknown, path: string): unknown {
    if (!isDamage(error)) return error;
    this.#failure ??= new CmsError(
      "database_damaged",
      `${path} is damaged (${error.message}). Stop HQ, then restore a backup (hq restore), or move the file away with its -wal and -shm files and run hq init --recover.`,
      { cause: error },
    );
    return this.#failure;
  }
}

/** One that was emptied is no database either. */
function isGone({ path, dev, ino }: { path: string; dev: number; ino: number }): boolean {
  try {
    const found = statSync(path);
    return found.dev !== dev || found.ino !== ino || found.size === 0;
  } catch {
    return true;
  }
}

function isDamage(error: unknown): error is Error {
  return (
    error instanceof Error &&
    "errcode" in error &&
    typeof error.errcode === "number" &&
    DAMAGED.has(error.errcode % 256)
  );
}
