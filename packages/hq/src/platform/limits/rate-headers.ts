import type { ServerResponse } from "node:http";
import type { RateStatus } from "./rate-limit.ts";

/** What a caller is told about its limit (contracts, section 4), as names and values by turns. */
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
