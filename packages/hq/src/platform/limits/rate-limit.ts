import type { ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { upTo } from "./cache-size.ts";

/** What a caller is told about its limit. */
export interface RateStatus {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which more requests are let through. */
  readonly resetSeconds: number;
  /** Whole seconds from now until then, at least 1. */
  readonly retryAfterSeconds: number;
}

export interface RateLimiter {
  /** Where a caller stands, without a charge. */
  status(caller: string): Promise<RateStatus>;
  /** Takes one request; `undefined` when there is none left. */
  take(caller: string): Promise<RateStatus | undefined>;
  /** Gives one request back that was taken and is not to be counted. */
  giveBack(caller: string): Promise<void>;
}

/** Callers that are remembered; beyond that the one unseen the longest starts afresh. */
const MAX_CALLERS = 10_000;

/** Limits callers in the memory of this process, each by a stepped bucket. */
export function createRateLimiter(
  limit: BucketLimit,
  { now }: { readonly now: () => Date },
): RateLimiter {
  const states = new LRUCache<string, BucketState>(upTo(MAX_CALLERS));

  function at(): number {
    return now().getTime();
  }

  return {
    status: (caller) =>
      Promise.resolve(describeBucket(refill(states.peek(caller), limit, at()), limit, at())),
    async take(caller) {
      const nowMs = at();
      const { tokens, steppedAt } = refill(states.get(caller), limit, nowMs);
      const left = { tokens: Math.max(0, tokens - 1), steppedAt };
      states.set(caller, left);
      return tokens === 0 ? undefined : describeBucket(left, limit, nowMs);
    },
    giveBack(caller) {
      const state = refill(states.get(caller), limit, at());
      states.set(caller, { ...state, tokens: Math.min(limit.capacity, state.tokens + 1) });
      return Promise.resolve();
    },
  };
}

/** What a caller is told about its bucket. */
export function describeBucket(state: BucketState, limit: BucketLimit, nowMs: number): RateStatus {
  const resetMs = nextStepAt(state, limit);
  return {
    limit: limit.capacity,
    remaining: state.tokens,
    resetSeconds: Math.ceil(resetMs / 1000),
    retryAfterSeconds: Math.max(1, Math.ceil((resetMs - nowMs) / 1000)),
  };
}

/** An address as it is limited: an IPv6 network of 64 bits is one caller (LIM-05). */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("%", 1).join("").split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const after = tail === "" ? [] : tail.split(":");
    while (groups.length + after.length < 8) groups.push("0");
    groups.push(...after);
  }
  return groups.slice(0, 4).join(":");
}

/** What a caller is told about its limit (contracts, section 4), as names and values in turn. */
export function rateHeaders(status: RateStatus | undefined): string[] {
  if (status === undefined) return [];
  const { limit, remaining, resetSeconds } = status;
  return [
    "X-RateLimit-Limit",
    String(limit),
    "X-RateLimit-Remaining",
    String(remaining),
    "X-RateLimit-Reset",
    String(resetSeconds),
  ];
}

/** The same for an answer whose head is not written yet. */
export function setRateHeaders(response: ServerResponse, status: RateStatus): void {
  const headers = rateHeaders(status);
  for (let at = 0; at + 1 < headers.length; at += 2) {
    response.setHeader(headers[at] ?? "", headers[at + 1] ?? "");
  }
}

/** How far the requests of one site or address are used up. */
interface BucketState {
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
function nextStepAt({ steppedAt }: BucketState, limit: BucketLimit): number {
  return steppedAt + stepOf(limit).stepMs;
}
