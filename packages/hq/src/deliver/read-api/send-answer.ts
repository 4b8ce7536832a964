import type { ServerResponse } from "node:http";
import { isCmsError } from "@loam/cms-core";
import type { Logger } from "pino";
import { formFor } from "../../platform/http/encoded-etag.ts";
import { logAnswer } from "../../platform/http/request-log.ts";
import { crossOriginHeaders, listSecurityHeaders } from "../../platform/http/security-headers.ts";
import { toProblem } from "../../platform/http/send-problem.ts";
import { rateHeaders } from "../../platform/limits/rate-limit.ts";
import { loggedPath } from "../../platform/log.ts";
import { KEY_HEADERS } from "./authenticate.ts";
import type { Limited } from "./read-limits.ts";
import type { AnswerTag, RenderedAnswer } from "./rendered-answer.ts";

/** A request in progress. */
export interface Exchange extends Limited {
  readonly response: ServerResponse;
  readonly url: string;
}

/** Writes responses with their common headers. */
export interface Sender {
  /** Must be called before responding, for the log. */
  begin(exchange: Exchange): void;
  preflight(exchange: Exchange): void;
  send(exchange: Exchange, found: RenderedAnswer): Promise<void>;
  /** Sends a 304 with the client's own form of the tag. */
  unchanged(exchange: Exchange, found: AnswerTag, tag: string): void;
  fail(exchange: Exchange, error: unknown): void;
}

export interface SenderOptions {
  readonly baseUrl: string;
  readonly log: Logger;
}

export function createSender({ baseUrl, log }: SenderOptions): Sender {
  const common = commonHeaders(listSecurityHeaders(baseUrl));
  const isLogged = log.isLevelEnabled("debug");

  return {
    begin(exchange) {
      if (isLogged) logAnswer(log, exchange);
    },
    preflight({ response }) {
      response.writeHead(204, [...common, ...PREFLIGHT_HEADERS]).end();
    },
    async send({ request, response, rate }, found) {
      const { body, tag, headers } = await formFor(found, request.headers["accept-encoding"]);
      response.writeHead(200, [
        ...common,
        ...answerHeaders(found, tag),
        ...headers,
        ...rateHeaders(rate),
      ]);
      response.end(request.method === "HEAD" ? undefined : body);
    },
    unchanged({ response, rate }, found, tag) {
      const headers = [...common, ...rateHeaders(rate), ...answerHeaders(found, tag)];
      response.writeHead(304, headers).end();
    },
    fail(exchange, error) {
      const { status, body } = toProblem(error);
      const { request, response, url } = exchange;
      if (status >= 500) {
        // A site that is missing or broken is logged once, where that is detected.
        const level = isCmsError(error) && error.code === "unavailable" ? "debug" : "error";
        log[level]({ err: error, method: request.method, path: loggedPath(url) });
      }
      if (response.headersSent) {
        response.destroy();
        return;
      }
      const bytes = Buffer.from(JSON.stringify(body));
      response.writeHead(status, [...common, ...problemHeaders(exchange, status, bytes.length)]);
      response.end(request.method === "HEAD" ? undefined : bytes);
    },
  };
}

function problemHeaders({ rate }: Exchange, status: number, bytes: number): readonly string[] {
  const headers = [...rateHeaders(rate), "Cache-Control", "no-store"];
  if (status === 405) headers.push("Allow", "GET, HEAD, OPTIONS");
  if (status === 503) headers.push("Retry-After", "1");
  if (status === 429) headers.push("Retry-After", String(rate?.retryAfterSeconds ?? 1));
  headers.push("Content-Type", "application/problem+json", "Content-Length", String(bytes));
  return headers;
}

/** Alternating names and values for `writeHead`. */
type RawHeaders = string[];

const EXPOSED_HEADERS = [
  "ETag",
  "Retry-After",
  "X-CMS-Snapshot",
  "X-Truncated-Depth",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
];
const PREFLIGHT_SECONDS = 86_400;
const VARY = ["Accept-Encoding", ...KEY_HEADERS].join(", ");

/** Headers of all read API responses, which pages of every origin can read. */
function commonHeaders(security: ReadonlyMap<string, string>): readonly string[] {
  const open = Object.entries(crossOriginHeaders(EXPOSED_HEADERS));
  return [...new Map([...security, ...open])].flat();
}

const PREFLIGHT_HEADERS: readonly string[] = [
  ["Allow", "GET, HEAD, OPTIONS"],
  ["Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"],
  ["Access-Control-Allow-Headers", [...KEY_HEADERS, "If-None-Match"].join(", ")],
  ["Access-Control-Max-Age", String(PREFLIGHT_SECONDS)],
].flat();

/** Headers for the content of a response. `tag` is the tag of the form that is sent. */
export function answerHeaders(answer: AnswerTag, tag: string): RawHeaders {
  const { snapshot, truncated, isDraft } = answer;
  const cache = isDraft ? "private, no-store" : "private, max-age=0, must-revalidate";
  const headers = ["ETag", tag, "Cache-Control", cache, "Vary", VARY];
  if (isDraft) headers.push("X-Robots-Tag", "noindex");
  if (snapshot !== undefined) headers.push("X-CMS-Snapshot", snapshot);
  if (truncated) headers.push("X-Truncated-Depth", "true");
  return headers;
}
