import type { IncomingMessage } from "node:http";
import { CmsError, countOf } from "@loam/cms-core";
import type { Logger } from "pino";
import { clientAddress } from "../../platform/http/client-address.ts";
import { addressKey, type OpenRateLimiter } from "../../platform/limits/rate-limit.ts";
import type { RateLimiter, RateStatus } from "../../platform/limits/rate-limiter.ts";

/** A request and the callback for its rate limit status. */
export interface Limited {
  readonly request: IncomingMessage;
  rate?: RateStatus;
}

/**
 * Limits reads per site and failed authentications per IP address. If requests cannot be counted, they are still
 * allowed and a warning is logged, because sites are built from responses (LIM-02).
 */
export interface ReadLimits {
  /** Counts a request for a site. @throws CmsError `rate_limited` */
  charge(limited: Limited, siteId: string): Promise<void>;
  /** Reports the limit status without counting. */
  report(limited: Limited, siteId: string): Promise<void>;
  /** Returns the limit status without a request. */
  status(siteId: string): Promise<RateStatus | undefined>;
  /**
   * Runs `work`. Failed authentications are counted by IP address and not against a site's limit: a site that was
   * already charged gets its request back.
   *
   * @throws CmsError `rate_limited` instead of the failure if the IP address had too many
   */
  countFailures<T>(limited: Limited, work: () => Promise<T>, charged?: string): Promise<T>;
}

export interface ReadLimitsOptions {
  /** Requests per minute. */
  readonly readLimit: number;
  readonly openLimiter: OpenRateLimiter;
  readonly log: Logger;
}

/** Failed authentications per IP address. */
const FAILURES_A_MINUTE = 60;

const FAILED_KEYS: ReadonlySet<string> = new Set([
  "invalid_api_key",
  "site_not_found",
  "invalid_draft_key",
]);

export function createReadLimits({ readLimit, openLimiter, log }: ReadLimitsOptions): ReadLimits {
  const notCounted = createAlarm(log);
  const reads = openLimiter("reads", { aMinute: readLimit });
  const failures = openLimiter("failed read keys", { aMinute: FAILURES_A_MINUTE });

  async function fail(limited: Limited, error: unknown, charged?: string): Promise<never> {
    if (!(error instanceof CmsError) || !FAILED_KEYS.has(error.code)) throw error;
    const address = addressKey(clientAddress(limited.request));
    let refusal: CmsError | undefined;
    try {
      if (charged !== undefined) await reads.giveBack(charged);
      if ((await failures.take(address)) === undefined) {
        refusal = await refuse(limited, address, failures);
      }
    } catch (cause) {
      notCounted(cause);
    }
    throw refusal ?? error;
  }

  async function statusOf(siteId: string): Promise<RateStatus | undefined> {
    try {
      return await reads.status(siteId);
    } catch (error) {
      notCounted(error);
      return undefined;
    }
  }

  return {
    status: statusOf,
    async charge(limited, siteId) {
      let refusal: CmsError | undefined;
      try {
        const status = await reads.take(siteId);
        if (status === undefined) refusal = await refuse(limited, siteId, reads);
        else limited.rate = status;
      } catch (error) {
        notCounted(error);
      }
      if (refusal !== undefined) throw refusal;
    },
    async report(limited, siteId) {
      const rate = await statusOf(siteId);
      if (rate !== undefined) limited.rate = rate;
    },
    async countFailures(limited, work, charged) {
      try {
        return await work();
      } catch (error) {
        return fail(limited, error, charged);
      }
    },
  };
}

const ALARM_EVERY_MS = 60_000;

/** Logs it once a minute, because it affects every request. */
function createAlarm(log: Logger): (error: unknown) => void {
  let last = -Infinity;
  return (error) => {
    if (performance.now() - last < ALARM_EVERY_MS) return;
    last = performance.now();
    log.error(
      { err: error },
      "Requests to the read API cannot be counted. HQ answers them without a limit.",
    );
  };
}

async function refuse(limited: Limited, caller: string, limiter: RateLimiter): Promise<CmsError> {
  const status = await limiter.status(caller);
  limited.rate = status;
  return new CmsError(
    "rate_limited",
    `Too many requests. Try again in ${countOf(status.retryAfterSeconds, "second")}.`,
  );
}
