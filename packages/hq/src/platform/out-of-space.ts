import { CmsError } from "@loam/cms-core";

/** What the system and PostgreSQL call a disk, a quota or a volume that takes no more. */
const CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** SQLite's result code `SQLITE_FULL`. */
const SQLITE_FULL = 13;

/** What git says on standard error; its environment makes it speak English. */
const GIT_WORDS = /No space left on device|Disk quota exceeded/;

/** A chain of causes is as short as the layers are few; one that ends nowhere must not be followed for ever. */
const MAX_CAUSES = 10;

/**
 * The error `insufficient_storage` for a failure that came of a full disk, however deep: whoever asked can do nothing
 * about it, whoever runs the server can. `undefined` for any other.
 */
export function outOfSpace(error: unknown): CmsError | undefined {
  if (error instanceof CmsError && error.code === "insufficient_storage") return error;
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth += 1) {
    if (saysFull(cause)) {
      return new CmsError(
        "insufficient_storage",
        "The server's disk is full. HQ works again, without a restart, once there is space. Then check whether this change was saved.",
        { cause: error },
      );
    }
    ({ cause } = cause);
  }
  return undefined;
}

function saysFull(error: Error): boolean {
  if ("code" in error && CODES.has(error.code)) return true;
  if ("errcode" in error && error.errcode === SQLITE_FULL) return true;
  return error instanceof CmsError && GIT_WORDS.test(String(error.details["stderr"]));
}
