import type { RequestListener } from "node:http";
import { Socket } from "node:net";
import type { RequestHandler } from "express";
import helmet from "helmet";
import { nodeHttp } from "./node-http.ts";

const YEAR_SECONDS = 31_536_000;

/**
 * Sets headers that make browsers treat responses as data of this origin only. Public files relax two of them; pages
 * have their own policies (WEB-05).
 */
export function securityHeaders(
  baseUrl: string,
): (...args: [...Parameters<RequestListener>, () => void]) => void {
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

/** Headers that matter only for pages or in very old browsers. Data is sent without them. */
export const PAGE_HEADERS = [
  "origin-agent-cluster",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
] as const;

/** Returns the headers of data as a list, for responses that Express doesn't write. */
export function listSecurityHeaders(baseUrl: string): ReadonlyMap<string, string> {
  const response = new nodeHttp.ServerResponse(new nodeHttp.IncomingMessage(new Socket()));
  securityHeaders(baseUrl)(response.req, response, () => {});
  for (const name of PAGE_HEADERS) response.removeHeader(name);
  return new Map(response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]));
}

interface CrossOriginOptions {
  /** Request headers that pages can send. */
  readonly allow: readonly string[];
  /** Response headers that pages can read. */
  readonly expose: readonly string[];
}

const PREFLIGHT_SECONDS = 86_400;

/** Allows pages of every origin to read, and responds to preflight requests. */
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

/** Returns headers that allow pages of every origin to read a response and the given headers. */
export function crossOriginHeaders(expose: readonly string[]): Record<string, string> {
  return {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": expose.join(", "),
    "cross-origin-resource-policy": "cross-origin",
  };
}
