import type { IncomingMessage } from "node:http";
import { CmsError } from "@loam/cms-core";
import type { OpenRateLimiter } from "../db/rate-counters.ts";
import { addressKey, type RateLimiter, type RateStatus } from "../http/rate-limit.ts";

/** A request and what its caller is told of its limit. */
export interface Limited {
  readonly request: IncomingMessage;
  rate?: RateStatus;
}

/** How much is read of a site, and guessed by an address. */
export interface ReadLimits {
  /** Takes one request of a site. @throws CmsError `rate_limited` */
  charge(limited: Limited, siteId: string): Promise<void>;
  /** Says where the caller stands, without a charge. */
  tell(limited: Limited, siteId: string): Promise<void>;
  /**
   * Passes on what `work` does, at once where it does it at once. Failed keys are counted by address and use up no site's requests.
   *
   * @throws CmsError `rate_limited` in place of the failure of an address that had too many
   */
  countFailures<T>(limited: Limited, work: () => T | Promise<T>): T | Promise<T>;
}

export interface ReadLimitsOptions {
  /** Requests at once, and a sixth of that every ten seconds. */
  readonly readLimit: number;
  readonly openLimiter: OpenRateLimiter;
}

/** Failed authentications of one address. */
const FAILURES_A_MINUTE = 60;

const FAILED_KEYS: ReadonlySet<string> = new Set([
  "invalid_api_key",
  "site_not_found",
  "invalid_draft_key",
]);

export function createReadLimits({ readLimit, openLimiter }: ReadLimitsOptions): ReadLimits {
  const reads = openLimiter("reads", { capacity: readLimit });
  const failures = openLimiter("failed read keys", { capacity: FAILURES_A_MINUTE });

  async function fail(limited: Limited, error: unknown): Promise<never> {
    if (!(error instanceof CmsError) || !FAILED_KEYS.has(error.code)) throw error;
    const address = addressKey(limited.request.socket.remoteAddress ?? "");
    if ((await failures.take(address)) !== undefined) throw error;
    throw await refuse(limited, address, failures);
  }

  return {
    async charge(limited, siteId) {
      const status = await reads.take(siteId);
      if (status === undefined) throw await refuse(limited, siteId, reads);
      limited.rate = status;
    },
    async tell(limited, siteId) {
      limited.rate = await reads.status(siteId);
    },
    countFailures(limited, work) {
      try {
        const done = work();
        if (!(done instanceof Promise)) return done;
        return done.catch((error: unknown) => fail(limited, error));
      } catch (error) {
        return fail(limited, error);
      }
    },
  };
}

async function refuse(limited: Limited, caller: string, limiter: RateLimiter): Promise<CmsError> {
  const status = await limiter.status(caller);
  limited.rate = status;
  return new CmsError(
    "rate_limited",
    `Too many requests, please try again in ${status.retryAfterSeconds} seconds.`,
  );
}
