import type { CmsError } from "@loam/cms-core";

const FIRST_MS = 500;
const MAX_MS = 60_000;

/**
 * How long to wait after a failure: twice as long after each, up to a minute, or as HQ says. By chance up to half more
 * or less, so that workers that lost HQ together do not come back together.
 */
export function backOffMs(failures: number, error?: CmsError): number {
  const said = Number(error?.details["retryAfter"] ?? 0) * 1000;
  const own = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return Math.max(said, own) * (0.5 + Math.random());
}
