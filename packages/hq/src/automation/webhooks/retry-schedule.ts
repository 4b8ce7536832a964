const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after an attempt that failed the next one is made: three days in all (contracts, 7). */
const DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

const MAX_RETRY_AFTER_MS = 24 * HOUR;
/** Up to a tenth less or more, so that what failed together does not come back together. */
const JITTER = 0.1;

export interface FailedTry {
  /** 1 for the first attempt. */
  readonly tries: number;
  /** What the receiver asked for, from `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
  /** 0 to 1. */
  readonly random: number;
}

/** How long to wait after an attempt that failed; `undefined` when it was the last. */
export function retryDelay({ tries, retryAfterMs = 0, random }: FailedTry): number | undefined {
  const delay = DELAYS_MS[tries - 1];
  if (delay === undefined) return undefined;
  const jittered = Math.round(delay * (1 - JITTER + 2 * JITTER * random));
  return Math.max(jittered, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

/** The milliseconds that a `Retry-After` names, by seconds or by a date. */
export function parseRetryAfter(value: unknown, now: Date): number | undefined {
  if (typeof value !== "string") return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
