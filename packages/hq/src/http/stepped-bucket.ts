/** How far the requests of one site or address are used up. */
export interface BucketState {
  /** Whole tokens left. */
  readonly tokens: number;
  /** Milliseconds since 1970 of the last step that was counted. */
  readonly steppedAt: number;
}

/** A limit: so many at once, then a sixth of that every ten seconds. */
export interface BucketLimit {
  readonly capacity: number;
}

const STEP_MS = 10_000;
const STEPS_A_MINUTE = 6;

/**
 * The bucket at a time: full when it was never used. A stepped bucket lets exactly its capacity
 * through at once and 50 of 300 more every ten seconds, so that clients which back off for some
 * seconds recover; a fixed minute makes them give up (read API notes, section 7).
 */
export function refill(
  state: BucketState | undefined,
  { capacity }: BucketLimit,
  nowMs: number,
): BucketState {
  if (state === undefined) return { tokens: capacity, steppedAt: nowMs };
  // A clock that was set back must not stop the refilling until it has caught up.
  if (nowMs < state.steppedAt) return { ...state, steppedAt: nowMs };
  const steps = Math.floor((nowMs - state.steppedAt) / STEP_MS);
  const tokens = Math.min(capacity, state.tokens + steps * Math.ceil(capacity / STEPS_A_MINUTE));
  // The first request after a rest starts the ten seconds anew.
  return { tokens, steppedAt: tokens === capacity ? nowMs : state.steppedAt + steps * STEP_MS };
}

/** When the next tokens come, in milliseconds since 1970. */
export function nextStepAt({ steppedAt }: BucketState): number {
  return steppedAt + STEP_MS;
}
