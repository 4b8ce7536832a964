/** The limit status reported to a caller. */
export interface RateStatus {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which more requests are allowed. */
  readonly resetSeconds: number;
  /** Whole seconds until then, at least 1. */
  readonly retryAfterSeconds: number;
}

export interface RateLimiter {
  /** Returns the status without counting a request. */
  status(caller: string): Promise<RateStatus>;
  /** Counts one request. Returns `undefined` if there is none left. */
  take(caller: string): Promise<RateStatus | undefined>;
  /** Returns one counted request to the caller. */
  giveBack(caller: string): Promise<void>;
}
