/** What a caller is told about its limit. */
export interface RateStatus {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which more requests are let through. */
  readonly resetSeconds: number;
  /** Whole seconds from now until then, at least 1. */
  readonly retryAfterSeconds: number;
}

export interface RateLimiter {
  /** Where a caller stands, without a charge. */
  status(caller: string): Promise<RateStatus>;
  /** Takes one request; `undefined` when there is none left. */
  take(caller: string): Promise<RateStatus | undefined>;
  /** Gives one request back that was taken and is not to be counted. */
  giveBack(caller: string): Promise<void>;
}
