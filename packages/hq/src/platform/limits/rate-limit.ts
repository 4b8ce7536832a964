import type { ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { upTo } from "./cache-size.ts";
import { type BucketLimit, type BucketState, nextStepAt, refill } from "./stepped-bucket.ts";

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
