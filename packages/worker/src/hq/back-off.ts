import type { CmsError } from "@loam/cms-core";

const FIRST_MS = 500;
const MAX_MS = 60_000;

/**
 * Returns the delay after a failure: doubled each time up to a minute, or as HQ specifies. Random jitter of up to 50%
 * prevents workers that lost HQ together from reconnecting together.
 */
export function backOffMs(failures: number, error?: CmsError): number {
  const retryAfterMs = Number(error?.details["retryAfter"] ?? 0) * 1000;
  const own = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return Math.max(retryAfterMs, own) * (0.5 + Math.random());
}
