import { CmsError, LIMITS, parseNumber } from "@loam/cms-core";
import { raw, type Request, type Response } from "express";
import { findPlace } from "../platform/http/find-broken-text.ts";

/** Above any entry whose file keeps to its limit: JSON may write a character of two bytes as an escape of six. */
const CONTENT_BYTES = 3 * LIMITS.fileBytes;
/** What is no content has a few lines. */
const OTHER_BYTES = 1024 * 1024;

const readContent = raw({ limit: CONTENT_BYTES, type: "application/json" });
const readOther = raw({ limit: OTHER_BYTES, type: "application/json" });
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The body of a request as JSON; `undefined` where there is none. It is `content` that may be large.
 *
 * @throws CmsError `unsupported_media_type` for any other type, `invalid_unicode` for what is not UTF-8, and as
 * `parseExactJson`
 */
export async function readJsonBody(
  request: Request,
  response: Response,
  { content }: { readonly content: boolean },
): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  if (request.is("application/json") === false) {
    throw new CmsError("unsupported_media_type", "Send the body as application/json.");
  }
  await new Promise<void>((resolve, reject) => {
    (content ? readContent : readOther)(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error("The body cannot be read."));
    });
  });
  const bytes: unknown = request.body;
  return Buffer.isBuffer(bytes) && bytes.length > 0 ? parseJson(bytes) : undefined;
}

function hasBody({ headers }: Request): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function parseJson(bytes: Buffer): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw new CmsError("invalid_unicode", "The request's body is not UTF-8.", { cause });
  }
  return parseExactJson(text);
}

/**
 * The query parameters; an empty value counts as absent.
 *
 * @throws CmsError `duplicate_parameter` for one that is given twice
 */
export function readQuery(request: Request): Readonly<Record<string, string>> {
  const at = request.originalUrl.indexOf("?");
  if (at === -1) return {};
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(request.originalUrl.slice(at + 1))) {
    if (value === "") continue;
    if (query.has(name)) {
      throw new CmsError("duplicate_parameter", `${name} is given more than once.`, {
        details: { param: name },
      });
    }
    query.set(name, value);
  }
  return Object.fromEntries(query);
}

/**
 * The version that `If-Match` names, without its quotes. `*` and weak tags name none here.
 *
 * @throws CmsError `invalid_request` for a list of tags
 */
export function readIfMatch({ headers }: Request): string | undefined {
  const text = headers["if-match"];
  if (text === undefined || text === "*") return undefined;
  const tag = /^"([\x21\x23-\x7e]{1,100})"$/.exec(text)?.[1];
  if (tag !== undefined) return tag;
  throw new CmsError("invalid_request", "If-Match takes one strong tag, as an ETag gave it.");
}

/** Whether `Prefer` names `respond-async` (RFC 7240, section 4.1). */
export function prefersAsync(request: Request): boolean {
  const preferences = request.get("Prefer")?.split(/[,;]/) ?? [];
  return preferences.some((preference) => preference.trim().toLowerCase() === "respond-async");
}

/** Stands in for a number that would become another one. */
const INEXACT = Symbol("inexact number");

/** A number that may not be kept: longer than 15 digits, or with an exponent; also in a text, which does no harm. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE][-+]?\d/;

/**
 * What a JSON text says. `JSON.parse` alone would take `9007199254740993` for 9007199254740992, and `1e400` for no
 * number at all.
 *
 * @throws CmsError `invalid_request` for what is no JSON, `invalid` with the path of a number that cannot be kept as
 * it is written; in an entry it is told by its field, as all that is wrong with one
 */
export function parseExactJson(text: string): unknown {
  try {
    if (!MAY_BE_INEXACT.test(text)) return JSON.parse(text);
  } catch (cause) {
    throw notJson(cause);
  }
  const value = parseMarked(text);
  const place = findPlace(value, (at) => at.value === INEXACT);
  if (place === undefined) return value;
  const field = (place[0] === "fields" ? place.slice(1) : place).join(".");
  const message =
    "It is a number that cannot be kept with all its digits; a text field keeps them.";
  throw new CmsError("invalid", `${field}: ${message}`, {
    issues: [{ code: "invalid", message, field }],
  });
}

function parseMarked(text: string): unknown {
  try {
    return JSON.parse(text, markInexact);
  } catch (cause) {
    throw notJson(cause);
  }
}

/** @param context given by Node, with what stands in the text */
function markInexact(_key: string, value: unknown, context?: { readonly source?: string }) {
  const isKept = typeof value !== "number" || parseNumber(context?.source ?? "") !== undefined;
  return isKept ? value : INEXACT;
}

function notJson(cause: unknown): CmsError {
  const reason = cause instanceof Error ? cause.message : "";
  return new CmsError("invalid_request", `The body is not JSON: ${reason}`, { cause });
}
