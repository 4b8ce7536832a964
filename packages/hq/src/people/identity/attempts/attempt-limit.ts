import { CmsError } from "@loam/cms-core";
import type { RateLimiter } from "../../../platform/limits/rate-limit.ts";
import { hashText } from "../../../platform/secrets/secret-token.ts";

/** Counts what may be guessed. */
export interface AttemptLimiter {
  /**
   * Takes one attempt before it is made, so that guesses at once count one by one. What it resolves to
   * gives it back, for one that did not fail.
   *
   * @throws CmsError `rate_limited` when none is left.
   */
  take(key: string): Promise<() => Promise<void>>;
}

/** Keys are counted by their hash: people type passwords where an address belongs. */
export function createAttemptLimiter(limiter: RateLimiter): AttemptLimiter {
  return {
    async take(key) {
      const caller = hashText(key);
      if ((await limiter.take(caller)) === undefined) {
        throw tooMany((await limiter.status(caller)).retryAfterSeconds);
      }
      return () => limiter.giveBack(caller);
    },
  };
}

function tooMany(retryAfterSeconds: number): CmsError {
  return new CmsError(
    "rate_limited",
    `Too many attempts; try again in ${retryAfterSeconds} seconds.`,
    { details: { retryAfterSeconds } },
  );
}
