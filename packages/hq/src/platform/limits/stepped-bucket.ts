/** How far the requests of one site or address are used up. */
export interface BucketState {
  /** Whole tokens left. */
  readonly tokens: number;
  /** Milliseconds since 1970 of the last step that was counted. */
  readonly steppedAt: number;
}

/** A limit: this many at once, then some of them again with every step of time. */
export interface BucketLimit {
  readonly capacity: number;
  /** @default 10000 */
  readonly stepMs?: number;
  /** @default a sixth of the capacity */
  readonly tokensAStep?: number;
}

/** A limit that is full again a minute after the first request, and not before. */
export function minuteWindow(capacity: number): BucketLimit {
  return { capacity, stepMs: 60_000, tokensAStep: capacity };
}

const STEP_MS = 10_000;
const STEPS_A_MINUTE = 6;

/** A limit's steps, with what it does not say. */
export function stepOf({
  capacity,
  stepMs = STEP_MS,
  tokensAStep = Math.ceil(capacity / STEPS_A_MINUTE),
}: BucketLimit): Required<Omit<BucketLimit, "capacity">> {
  return { stepMs, tokensAStep };
}

/**
 * The bucket at a time: full when it was never used. A stepped bucket lets exactly its capacity
 * through at once and 50 of 300 more every ten seconds, so that clients which back off for some
 * seconds recover; a fixed minute makes them give up (read API notes, section 7).
 * `rate-counters.ts` says the same in SQL.
 */
export function refill(
  state: BucketState | undefined,
  limit: BucketLimit,
  nowMs: number,
): BucketState {
  const { capacity } = limit;
  if (state === undefined) return { tokens: capacity, steppedAt: nowMs };
  // A clock that was set back must not stop the refilling until it has caught up.
  if (nowMs < state.steppedAt) return { ...state, steppedAt: nowMs };
  const { stepMs, tokensAStep } = stepOf(limit);
  const steps = Math.floor((nowMs - state.steppedAt) / stepMs);
  const tokens = Math.min(capacity, state.tokens + steps * tokensAStep);
  // The first request after a rest restarts the step.
  return { tokens, steppedAt: tokens === capacity ? nowMs : state.steppedAt + steps * stepMs };
}

/** When the next tokens come, in milliseconds since 1970. */
export function nextStepAt({ steppedAt }: BucketState, limit: BucketLimit): number {
  return steppedAt + stepOf(limit).stepMs;
}
