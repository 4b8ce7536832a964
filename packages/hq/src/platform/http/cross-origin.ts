import type { RequestHandler } from "express";

export interface CrossOriginOptions {
  /** Request headers that a page may send. */
  readonly allow: readonly string[];
  /** Answer headers that a page may read. */
  readonly expose: readonly string[];
}

const PREFLIGHT_SECONDS = 86_400;

/** Lets pages of every origin read, and answers preflight requests itself. */
export function crossOriginRead({ allow, expose }: CrossOriginOptions): RequestHandler {
  return (request, response, next) => {
    response.set(crossOriginHeaders(expose));
    if (request.method !== "OPTIONS") {
      next();
      return;
    }
    response
      .status(204)
      .set({
        Allow: "GET, HEAD, OPTIONS",
        "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
        "Access-Control-Allow-Headers": allow.join(", "),
        "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
      })
      .end();
  };
}

/** What lets pages of every origin read an answer, and these headers of it. */
export function crossOriginHeaders(expose: readonly string[]): Record<string, string> {
  return {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": expose.join(", "),
    "cross-origin-resource-policy": "cross-origin",
  };
}
