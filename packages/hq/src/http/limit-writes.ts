import { CmsError } from "@loam/cms-core";
import { createRateLimiter } from "./rate-limit.ts";

/** Counts the writes of each site, over every door that writes (spec, "Limits"; LIM-01). */
export function limitWrites(
  writesAMinute: number,
  { now }: { readonly now: () => Date },
): (siteId: string) => Promise<void> {
  const writes = createRateLimiter({ capacity: writesAMinute }, { now });
  return async (siteId) => {
    if (writes.take(siteId) !== undefined) return;
    const { retryAfterSeconds } = writes.status(siteId);
    throw new CmsError(
      "rate_limited",
      `Too many changes of this site; try again in ${retryAfterSeconds} seconds.`,
      { details: { retryAfterSeconds } },
    );
  };
}
