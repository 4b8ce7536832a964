import { CmsError } from "@loam/cms-core";

export interface AttemptLimit {
  /** Attempts that may fail within the window. */
  readonly attempts: number;
  readonly windowMs: number;
}

/** Counts what may be guessed. */
export interface AttemptLimiter {
  /**
   * Takes one attempt before it is made, so that guesses at once count one by one. What is returned
   * gives it back, for one that did not fail.
   *
   * @throws CmsError `rate_limited` when none is left.
   */
  take(key: string): () => void;
}

/** Keys that are remembered; beyond that the longest unseen one starts anew. */
const MAX_KEYS = 20_000;

/** Counts attempts in the memory of this process: a restart forgets them. */
export function createAttemptLimiter(
  { attempts, windowMs }: AttemptLimit,
  { now }: { readonly now: () => Date },
): AttemptLimiter {
  const taken = new Map<string, readonly number[]>();

  function remember(key: string, times: readonly number[]): void {
    // A map keeps the order of insertion, so its first key is the longest unseen.
    taken.delete(key);
    if (times.length > 0) taken.set(key, times);
    const [oldest] = taken.keys();
    if (taken.size > MAX_KEYS && oldest !== undefined) taken.delete(oldest);
  }

  return {
    take(key) {
      const at = now().getTime();
      const recent = (taken.get(key) ?? []).filter((time) => time > at - windowMs && time <= at);
      const [first] = recent;
      if (first !== undefined && recent.length >= attempts) {
        throw tooMany(Math.ceil((first + windowMs - at) / 1000));
      }
      remember(key, [...recent, at]);
      return () => {
        const times = [...(taken.get(key) ?? [])];
        const index = times.indexOf(at);
        if (index !== -1) remember(key, times.toSpliced(index, 1));
      };
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
