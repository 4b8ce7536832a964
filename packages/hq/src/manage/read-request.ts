import { CmsError } from "@loam/cms-core";
import { json, type Request, type Response } from "express";

/** Above any entry that keeps to the limits of the specification. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

const parseJson = json({ limit: MAX_BODY_BYTES, strict: true, type: "application/json" });

/**
 * The body of a request as JSON; `undefined` where there is none.
 *
 * @throws CmsError `unsupported_media_type` for any other type, `invalid_request` for broken JSON
 */
export async function readJsonBody(request: Request, response: Response): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  if (request.is("application/json") === false) {
    throw new CmsError("unsupported_media_type", "Send the body as application/json.");
  }
  await new Promise<void>((resolve, reject) => {
    parseJson(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(readableError(error));
    });
  });
  return request.body;
}

function hasBody({ headers }: Request): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function readableError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error("The body cannot be read.", { cause: error });
  if (!(error instanceof SyntaxError)) return error;
  return new CmsError("invalid_request", `The body is not JSON: ${error.message}`, {
    cause: error,
  });
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
