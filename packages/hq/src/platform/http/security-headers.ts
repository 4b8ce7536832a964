import type { RequestListener } from "node:http";
import { Socket } from "node:net";
import type { RequestHandler } from "express";
import helmet from "helmet";
import { nodeHttp } from "./node-http.ts";

const YEAR_SECONDS = 31_536_000;

/**
 * Headers that make a browser treat answers as data of this origin alone. Public files widen two of
 * them; pages name what they need in a policy of their own (WEB-05).
 */
export function securityHeaders(
  baseUrl: string,
): (...given: [...Parameters<RequestListener>, () => void]) => void {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: baseUrl.startsWith("https:") && {
      maxAge: YEAR_SECONDS,
      includeSubDomains: false,
    },
    xFrameOptions: { action: "deny" },
  });
}

/** Headers that matter to pages, or mattered to browsers of long ago. Data goes without them. */
export const PAGE_HEADERS = [
  "origin-agent-cluster",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
] as const;

/** The headers of data as a list, for answers that Express does not write. */
export function listSecurityHeaders(baseUrl: string): ReadonlyMap<string, string> {
  const response = new nodeHttp.ServerResponse(new nodeHttp.IncomingMessage(new Socket()));
  securityHeaders(baseUrl)(response.req, response, () => {});
  for (const name of PAGE_HEADERS) response.removeHeader(name);
  return new Map(response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]));
}

interface CrossOriginOptions {
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
