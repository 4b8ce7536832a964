import { CmsError } from "@loam/cms-core";
import type { OpenRateLimiter } from "../../../platform/limits/rate-counters.ts";
import type { RateLimiter } from "../../../platform/limits/rate-limit.ts";
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

const MINUTE_MS = 60_000;

/** What may be guessed, and how often it may fail. */
export interface SignInLimits {
  /** Passwords from one address, whoever's they are. */
  readonly addresses: AttemptLimiter;
  /** Passwords of one account, wherever they come from. */
  readonly accounts: AttemptLimiter;
  /** Codes of one account (AUT-13). */
  readonly codes: AttemptLimiter;
  /** Links that are tried, and addresses that ask for one. */
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

/** The limits of an instance: each is full again a while after its first attempt, not before. */
export function createSignInLimits(open: OpenRateLimiter): SignInLimits {
  const limit = (name: string, capacity: number, minutes: number): AttemptLimiter => {
    const window = { capacity, stepMs: minutes * MINUTE_MS, tokensAStep: capacity };
    return createAttemptLimiter(open(`people.${name}`, window));
  };
  return {
    addresses: limit("addresses", 50, 10),
    accounts: limit("accounts", 10, 15),
    codes: limit("codes", 5, 1),
    links: limit("links", 30, 10),
    questions: limit("questions", 120, 1),
    mails: limit("mails", 3, 60),
    tokens: limit("tokens", 60, 1),
    anonymous: limit("anonymous", 300, 1),
  };
}
