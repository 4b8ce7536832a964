import { CmsError, LIMITS } from "@loam/cms-core";
import { raw, type Request, type Response } from "express";
import { parseExactJson } from "./exact-json.ts";

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
