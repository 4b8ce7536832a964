import { statSync } from "node:fs";
import { CmsError } from "@loam/cms-core";

/** SQLITE_CORRUPT and SQLITE_NOTADB. Bits above the lowest byte only add detail. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

/**
 * Watches the file of the open control database. SQLite keeps writing to a file that was deleted or replaced, and
 * everything acknowledged from then on would be lost. After this is detected, or damage is found, all writes are
 * rejected until the process restarts. Never triggers with PostgreSQL.
 */
export class DatabaseWatch {
  #opened: { readonly path: string; readonly dev: number; readonly ino: number } | undefined;
  #failure: CmsError | undefined;

  /** Starts watching the file that was just opened. */
  begin(path: string): void {
    const { dev, ino } = statSync(path);
    this.#opened = { path, dev, ino };
  }

  /** Why writes are rejected: `database_missing` or `database_damaged`. */
  failure(): CmsError | undefined {
    if (this.#failure === undefined && this.#opened !== undefined && isGone(this.#opened)) {
      this.#failure = new CmsError(
        "database_missing",
        `${this.#opened.path} was deleted or replaced while HQ was running, so HQ no longer writes any changes. Stop HQ, then restore the file, restore a backup (hq restore), or run hq init --recover.`,
      );
    }
    return this.#failure;
  }

  /** Must be called before any change, including changes in Git. @throws CmsError as `failure` */
  requireIntact(): void {
    const failure = this.failure();
    if (failure !== undefined) throw failure;
  }

  /** Converts an error of SQLite into the error to throw. Damage is recorded. */
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

/** An emptied file counts as gone. */
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
