import type { IncomingMessage } from "node:http";
import { CmsError, countOf } from "@loam/cms-core";
import type { Logger } from "pino";
import { clientAddress } from "../../platform/http/client-address.ts";
import { addressKey, type OpenRateLimiter } from "../../platform/limits/rate-limit.ts";
import type { RateLimiter, RateStatus } from "../../platform/limits/rate-limiter.ts";

/** A request and what its caller is told of its limit. */
export interface Limited {
  readonly request: IncomingMessage;
  rate?: RateStatus;
}

/**
 * How much is read of a site, and guessed by an address. Where requests cannot be counted they are
 * answered all the same, and the log says so: sites are built from what is read (LIM-02).
 */
export interface ReadLimits {
  /** Takes one request of a site. @throws CmsError `rate_limited` */
  charge(limited: Limited, siteId: string): Promise<void>;
  /** Says where the caller stands, without a charge. */
  tell(limited: Limited, siteId: string): Promise<void>;
  /** The same for whoever sent no request. */
  status(siteId: string): Promise<RateStatus | undefined>;
  /**
   * Passes on what `work` does. Failed keys are counted by address and use up no site's requests: that of the site
   * which was charged already is given back.
   *
   * @throws CmsError `rate_limited` in place of the failure of an address that had too many
   */
  countFailures<T>(limited: Limited, work: () => Promise<T>, charged?: string): Promise<T>;
}

export interface ReadLimitsOptions {
  /** Requests in any minute. */
  readonly readLimit: number;
  readonly openLimiter: OpenRateLimiter;
  readonly log: Logger;
}

/** Failed authentications of one address. */
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
    async tell(limited, siteId) {
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

/** Logs it once a minute, because it is the same for every request. */
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
