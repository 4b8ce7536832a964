import type { Encoding } from "../../platform/http/encoded-etag.ts";
import { crossOriginHeaders } from "../../platform/http/security-headers.ts";
import { KEY_HEADERS } from "./authenticate.ts";
import type { AnswerTag } from "./rendered-answer.ts";

/** Names and values in turn, as `writeHead` takes them. */
export type RawHeaders = string[];

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

/** What every answer of the read API carries: pages of every origin may read it. */
export function commonHeaders(security: ReadonlyMap<string, string>): readonly string[] {
  const open = Object.entries(crossOriginHeaders(EXPOSED_HEADERS));
  return [...new Map([...security, ...open])].flat();
}

export const PREFLIGHT_HEADERS: readonly string[] = [
  ["Allow", "GET, HEAD, OPTIONS"],
  ["Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"],
  ["Access-Control-Allow-Headers", [...KEY_HEADERS, "If-None-Match"].join(", ")],
  ["Access-Control-Max-Age", String(PREFLIGHT_SECONDS)],
].flat();

/** The headers about an answer's content; `tag` is the tag of the form that is sent. */
export function answerHeaders(answer: AnswerTag, tag: string): RawHeaders {
  const { snapshot, truncated, isDraft } = answer;
  const cache = isDraft ? "private, no-store" : "private, max-age=0, must-revalidate";
  const headers = ["ETag", tag, "Cache-Control", cache, "Vary", VARY];
  if (isDraft) headers.push("X-Robots-Tag", "noindex");
  if (snapshot !== undefined) headers.push("X-CMS-Snapshot", snapshot);
  if (truncated) headers.push("X-Truncated-Depth", "true");
  return headers;
}

export function bodyHeaders(bytes: number, encoding: Encoding | undefined): RawHeaders {
  const headers = ["Content-Type", "application/json; charset=utf-8"];
  if (encoding !== undefined) headers.push("Content-Encoding", encoding);
  headers.push("Content-Length", String(bytes));
  return headers;
}
