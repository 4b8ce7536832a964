import { CmsError, type ErrorCode } from "@loam/cms-core";

/** Exit codes of every Loam command (contracts, section 8). */
export const EXIT = { ok: 0, failed: 1, usage: 2, notFound: 3, conflict: 5 } as const;

const CODES: Partial<Record<ErrorCode, number>> = {
  not_found: EXIT.notFound,
  site_not_found: EXIT.notFound,
  content_not_found: EXIT.notFound,
  content_type_not_found: EXIT.notFound,
  name_taken: EXIT.conflict,
  conflict: EXIT.conflict,
  stale: EXIT.conflict,
  data_dir_locked: EXIT.conflict,
  port_in_use: EXIT.conflict,
  invalid_config: EXIT.usage,
};

/** The exit code that tells a script what went wrong. */
export function exitCodeOf(error: unknown): number {
  return error instanceof CmsError ? (CODES[error.code] ?? EXIT.failed) : EXIT.failed;
}
