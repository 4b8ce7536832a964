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
    response.set({
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Expose-Headers": expose.join(", "),
      "Cross-Origin-Resource-Policy": "cross-origin",
    });
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
