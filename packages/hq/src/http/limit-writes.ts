import { CmsError } from "@loam/cms-core";
import type { OpenRateLimiter } from "../db/rate-counters.ts";
import { minuteWindow } from "./stepped-bucket.ts";

/** Counts the writes of each site, over every door that writes (spec, "Limits"; LIM-01). */
export function limitWrites(
  writesAMinute: number,
  openLimiter: OpenRateLimiter,
): (siteId: string) => Promise<void> {
  const writes = openLimiter("writes", minuteWindow(writesAMinute));
  return async (siteId) => {
    if ((await writes.take(siteId)) !== undefined) return;
    const { retryAfterSeconds } = await writes.status(siteId);
    throw new CmsError(
      "rate_limited",
      `Too many changes of this site; try again in ${retryAfterSeconds} seconds.`,
      { details: { retryAfterSeconds } },
    );
  };
}
