import { CmsError, countOf } from "@loam/cms-core";
import type { OpenRateLimiter } from "../../../platform/limits/rate-limit.ts";
import type { RateLimiter } from "../../../platform/limits/rate-limiter.ts";
import { hashText } from "../../../platform/secrets/secret-token.ts";

/** Limits guesses. */
export interface AttemptLimiter {
  /**
   * Counts an attempt before it is made, so that concurrent guesses are counted one by one. Resolves to a function that
   * uncounts an attempt that succeeded.
   *
   * @throws CmsError `rate_limited` if none is left.
   */
  take(key: string): Promise<() => Promise<void>>;
}

/** Combines several limiters. Keys are hashed, because users type passwords into email fields. */
export function createAttemptLimiter(limiters: readonly RateLimiter[]): AttemptLimiter {
  return {
    async take(key) {
      const caller = hashText(key);
      for (const limiter of limiters) {
        if ((await limiter.take(caller)) !== undefined) continue;
        throw tooMany((await limiter.status(caller)).retryAfterSeconds);
      }
      return async () => {
        for (const limiter of limiters) await limiter.giveBack(caller);
      };
    },
  };
}

function tooMany(retryAfterSeconds: number): CmsError {
  return new CmsError(
    "rate_limited",
    `Too many attempts. Try again in ${countOf(retryAfterSeconds, "second")}.`,
    { details: { retryAfterSeconds } },
  );
}

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

/** The limits on failed attempts. */
export interface SignInLimits {
  /** Passwords from one IP address, for any account. */
  readonly addresses: AttemptLimiter;
  /** Passwords for one account, from unknown devices together or from one known device. */
  readonly accounts: AttemptLimiter;
  /** Codes for one account, from unknown devices together or from one known device (AUT-13). */
  readonly codes: AttemptLimiter;
  /** Attempts to use links and recovery codes, and requests for a link, per IP address. */
  readonly links: AttemptLimiter;
  /** Passkey challenges per IP address. */
  readonly questions: AttemptLimiter;
  /** Mails to one user. */
  readonly mails: AttemptLimiter;
  /** Invalid tokens from one IP address (AUT-16). */
  readonly tokens: AttemptLimiter;
  /** Anonymous requests from one IP address. */
  readonly anonymous: AttemptLimiter;
}

/**
 * The limits of an instance. Each window reopens some time after its first attempt. Continued guesses at one account
 * face ever longer waits: minutes, hours, a day.
 */
export function createSignInLimits(open: OpenRateLimiter): SignInLimits {
  const limit = (name: string, ...windows: readonly Window[]): AttemptLimiter =>
    createAttemptLimiter(
      windows.map(([capacity, minutes]) =>
        open(`people.${name}.${minutes}`, {
          capacity,
          stepMs: minutes * MINUTE_MS,
          tokensAStep: capacity,
        }),
      ),
    );
  return {
    addresses: limit("addresses", [50, 10]),
    accounts: limit("accounts", [10, 15], [100, DAY]),
    // A code has six digits, and three are valid at a time: at 50 guesses a day, finding one takes 18 years.
    codes: limit("codes", [5, 1], [20, HOUR], [50, DAY]),
    links: limit("links", [30, 10]),
    questions: limit("questions", [120, 1]),
    mails: limit("mails", [3, 60]),
    tokens: limit("tokens", [60, 1]),
    anonymous: limit("anonymous", [300, 1]),
  };
}

/** Maximum failures within this many minutes. */
type Window = readonly [failures: number, minutes: number];
