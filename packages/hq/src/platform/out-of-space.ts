import { CmsError } from "@loam/cms-core";

/** Codes of the system and PostgreSQL for a full disk, quota, or volume. */
const CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** SQLite's result code `SQLITE_FULL`. */
const SQLITE_FULL = 13;

/** Git's messages on standard error. Its environment sets the language to English. */
const GIT_MESSAGES = /No space left on device|Disk quota exceeded/;

/** Chains of causes are short. The limit guards against cycles. */
const MAX_CAUSES = 10;

/**
 * Returns an `insufficient_storage` error if the failure was caused by a full disk, at any depth of its causes. Only
 * the administrator can fix it. Returns `undefined` for any other failure.
 */
export function outOfSpace(error: unknown): CmsError | undefined {
  if (error instanceof CmsError && error.code === "insufficient_storage") return error;
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth += 1) {
    if (isFullDiskError(cause)) {
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

function isFullDiskError(error: Error): boolean {
  if ("code" in error && CODES.has(error.code)) return true;
  if ("errcode" in error && error.errcode === SQLITE_FULL) return true;
  return error instanceof CmsError && GIT_MESSAGES.test(String(error.details["stderr"]));
}
