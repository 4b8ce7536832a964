import { CmsError } from "@loam/cms-core";
import type { OpenRateLimiter } from "./rate-counters.ts";
import type { RateStatus } from "./rate-limit.ts";
import { minuteWindow } from "./stepped-bucket.ts";

/**
 * Counts one of a site's writes; `tell` hears how many are left, also before it is refused.
 *
 * @throws CmsError `rate_limited`
 */
export type TakeWrite = (siteId: string, tell: (rate: RateStatus) => void) => Promise<void>;

/** Counts the writes of each site, over every door that writes (spec, "Limits"; LIM-01). */
export function limitWrites(writesAMinute: number, openLimiter: OpenRateLimiter): TakeWrite {
  const writes = openLimiter("writes", minuteWindow(writesAMinute));
  return async (siteId, tell) => {
    const taken = await writes.take(siteId);
    const rate = taken ?? (await writes.status(siteId));
    tell(rate);
    if (taken !== undefined) return;
    const { retryAfterSeconds } = rate;
    throw new CmsError(
      "rate_limited",
      `Too many changes of this site; try again in ${retryAfterSeconds} seconds.`,
      { details: { retryAfterSeconds } },
    );
  };
}
