import type { OpenRateLimiter } from "../../../platform/limits/rate-counters.ts";
import { type AttemptLimiter, createAttemptLimiter } from "./attempt-limit.ts";

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
  /** Tokens that are none, from one address (AUT-16). */
  readonly tokens: AttemptLimiter;
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
  };
}
