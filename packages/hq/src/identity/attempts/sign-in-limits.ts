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

export function createSignInLimits(clock: { readonly now: () => Date }): SignInLimits {
  return {
    addresses: createAttemptLimiter({ attempts: 50, windowMs: 10 * MINUTE_MS }, clock),
    accounts: createAttemptLimiter({ attempts: 10, windowMs: 15 * MINUTE_MS }, clock),
    codes: createAttemptLimiter({ attempts: 5, windowMs: MINUTE_MS }, clock),
    links: createAttemptLimiter({ attempts: 30, windowMs: 10 * MINUTE_MS }, clock),
    questions: createAttemptLimiter({ attempts: 120, windowMs: MINUTE_MS }, clock),
    mails: createAttemptLimiter({ attempts: 3, windowMs: 60 * MINUTE_MS }, clock),
    tokens: createAttemptLimiter({ attempts: 60, windowMs: MINUTE_MS }, clock),
  };
}
