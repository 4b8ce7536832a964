import { CmsError, countOf } from "@loam/cms-core";
import type { OpenRateLimiter } from "../../../platform/limits/rate-limit.ts";
import type { RateLimiter } from "../../../platform/limits/rate-limiter.ts";
import { hashText } from "../../../platform/secrets/secret-token.ts";

/** Counts what may be guessed. */
export interface AttemptLimiter {
  /**
   * Takes one attempt before it is made, so that simultaneous guesses count one by one. It resolves to a function
   * that gives the attempt back, for one that did not fail.
   *
   * @throws CmsError `rate_limited` when none is left.
   */
  take(key: string): Promise<() => Promise<void>>;
}

/**
 * Counts by all of these limiters. Keys are counted by their hash: people type passwords where an address belongs.
 */
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

/** What may be guessed, and how often it may fail. */
export interface SignInLimits {
  /** Passwords from one address, whoever's they are. */
  readonly addresses: AttemptLimiter;
  /** Passwords of one account, wherever they come from, or from one device that it knows. */
  readonly accounts: AttemptLimiter;
  /** Codes of one account, or from one device that it knows (AUT-13). */
  readonly codes: AttemptLimiter;
  /** Links and recovery codes that are tried, and addresses that ask for a link. */
  readonly links: AttemptLimiter;
  /** Passkeys that are asked for, by one address. */
  readonly questions: AttemptLimiter;
  /** Mails to one person. */
  readonly mails: AttemptLimiter;
  /** Invalid tokens from one address (AUT-16). */
  readonly tokens: AttemptLimiter;
  /** Requests without a credential, from one address. */
  readonly anonymous: AttemptLimiter;
}

/**
 * The limits of an instance: each window is open again a while after its first attempt, not before. Who goes on
 * guessing at one account waits ever longer: minutes, hours, a day.
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
    // A code is one of a million, and three are right at a time: 50 a day find one in 18 years.
    codes: limit("codes", [5, 1], [20, HOUR], [50, DAY]),
    links: limit("links", [30, 10]),
    questions: limit("questions", [120, 1]),
    mails: limit("mails", [3, 60]),
    tokens: limit("tokens", [60, 1]),
    anonymous: limit("anonymous", [300, 1]),
  };
}

/** So many failures, in so many minutes. */
type Window = readonly [failures: number, minutes: number];
