import { CmsError, type Issue, LIMITS, parseNumber } from "@loam/cms-core";
import { raw, type Request, type Response } from "express";
import { z } from "zod";
import { findBrokenText, findPlace, findProtoKey } from "../platform/http/guard-request.ts";

/** Enough for any entry within the file limit: JSON can escape a two-byte character with six bytes. */
const CONTENT_BYTES = 3 * LIMITS.fileBytes;
/** Other bodies are short. */
const OTHER_BYTES = 1024 * 1024;

const readContent = raw({ limit: CONTENT_BYTES, type: "application/json" });
const readOther = raw({ limit: OTHER_BYTES, type: "application/json" });
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads the body of a request as JSON. Returns `undefined` if there is none. `content` marks bodies that can be large.
 *
 * @throws CmsError `unsupported_media_type` for any other type, `invalid_unicode` for invalid UTF-8, and as
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
      else reject(error instanceof Error ? error : new Error("The request body cannot be read."));
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
    throw new CmsError("invalid_unicode", "The request body is not valid UTF-8.", { cause });
  }
  return parseExactJson(text);
}

/**
 * Returns the query parameters. An empty value counts as absent.
 *
 * @throws CmsError `duplicate_parameter` for a repeated parameter
 */
export function readQuery(request: Request): Readonly<Record<string, string>> {
  const at = request.originalUrl.indexOf("?");
  if (at === -1) return {};
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(request.originalUrl.slice(at + 1))) {
    if (value === "") continue;
    if (query.has(name)) {
      throw new CmsError("duplicate_parameter", `The parameter ${name} appears more than once.`, {
        details: { param: name },
      });
    }
    query.set(name, value);
  }
  return Object.fromEntries(query);
}

/**
 * Returns the version in `If-Match` without quotes. `*` and weak tags are ignored.
 *
 * @throws CmsError `invalid_request` for a list of tags
 */
export function readIfMatch({ headers }: Request): string | undefined {
  const text = headers["if-match"];
  if (text === undefined || text === "*") return undefined;
  const tag = /^"([\x21\x23-\x7e]{1,100})"$/.exec(text)?.[1];
  if (tag !== undefined) return tag;
  throw new CmsError(
    "invalid_request",
    "If-Match must be one strong tag, as returned in an ETag header.",
  );
}

/** Whether `Prefer` contains `respond-async` (RFC 7240, section 4.1). */
export function prefersAsync(request: Request): boolean {
  const preferences = request.get("Prefer")?.split(/[,;]/) ?? [];
  return preferences.some((preference) => preference.trim().toLowerCase() === "respond-async");
}

/** Replaces a number that cannot be represented exactly. */
const INEXACT = Symbol("inexact number");

/**
 * Matches numbers that might not be exact: more than 15 digits, or with an exponent. Also matches inside text, which is
 * harmless.
 */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE][-+]?\d/;

/**
 * Parses JSON without losing precision. `JSON.parse` alone would read `9007199254740993` as 9007199254740992, and
 * `1e400` as infinity.
 *
 * @throws CmsError `invalid_request` for invalid JSON, `invalid` with the path of a number that cannot be represented
 * exactly; in an entry the number is reported with its field, like other problems
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
  const message = "This number cannot be stored exactly. Use a text field to keep all digits.";
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

/** @param context - passed by Node, with the source text */
function markInexact(_key: string, value: unknown, context?: { readonly source?: string }) {
  const isKept = typeof value !== "number" || parseNumber(context?.source ?? "") !== undefined;
  return isKept ? value : INEXACT;
}

function notJson(cause: unknown): CmsError {
  const reason = cause instanceof Error ? cause.message : "";
  return new CmsError("invalid_request", `The request body is not valid JSON: ${reason}`, {
    cause,
  });
}

/** The parts of a request before validation. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * Parses the parts of a request with their schemas.
 *
 * @throws CmsError `invalid` with all problems of the body or for an unknown query parameter, `invalid_request` with
 * `param` for an invalid query or path parameter, `invalid_unicode` and `invalid_encoding` for text with NUL or lone
 * surrogates.
 */
export function parseInput<const I extends Readonly<Record<string, z.ZodType>>>(
  input: I,
  given: RawInput,
): z.output<z.ZodObject<I>> {
  refuseUnknown(input["query"], given.query);
  // The schemas would silently omit it.
  const proto = findProtoKey(given.body);
  if (proto !== undefined) {
    const issues = [bodyIssue(proto, "Unknown key.")];
    throw new CmsError("invalid", "The request body is invalid.", { issues });
  }
  const parsed = z.object(input).safeParse(given, { error: describeIssue });
  if (parsed.success) {
    checkTexts(given);
    return parsed.data;
  }
  const outside = parsed.error.issues.find(({ path }) => path[0] !== "body");
  if (outside !== undefined) throw parameterError(outside);
  throw new CmsError("invalid", "The request body is invalid.", {
    issues: parsed.error.issues.flatMap(toIssues),
  });
}

/** Rejects unknown parameters, which are usually mistakes: `?sate=changed` must not list everything. */
function refuseUnknown(schema: z.ZodType | undefined, query: RawInput["query"]): void {
  const known = schema instanceof z.ZodObject ? schema.shape : {};
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(known, name));
  const [param] = unknown;
  if (param === undefined) return;
  const names = Object.keys(known);
  const message =
    names.length === 0 ? "This request takes no parameters." : `Allowed: ${names.join(", ")}.`;
  throw new CmsError("invalid", `Unknown parameter ${param}. ${message}`, {
    issues: unknown.map((field) => ({
      code: "invalid",
      message: "Unknown parameter.",
      field,
    })),
    details: { param },
  });
}

function checkTexts({ query, body }: RawInput): void {
  const [param] = findBrokenText(query) ?? [];
  if (param !== undefined) {
    throw new CmsError("invalid_encoding", `${param} contains a NUL character.`, {
      details: { param },
    });
  }
  const place = findBrokenText(withoutContent(body));
  if (place === undefined) return;
  throw new CmsError("invalid_unicode", "The request body is not valid Unicode text.", {
    issues: [bodyIssue(place, "Must be Unicode text without NUL characters.")],
  });
}

/** Values of entries are only stored in Git. Invalid text in them is reported with their other problems. */
function withoutContent(body: unknown): unknown {
  const isObject = typeof body === "object" && body !== null && "fields" in body;
  return isObject ? { ...body, fields: undefined } : body;
}

function parameterError({ path, message }: z.core.$ZodIssue): CmsError {
  const param = path.slice(1).join(".");
  return new CmsError("invalid_request", `${param}: ${message}`, { details: { param } });
}

/** Reports each unknown key separately with its own path. */
function toIssues(issue: z.core.$ZodIssue): readonly Issue[] {
  const place = issue.path.slice(1).map(String);
  if (issue.code !== "unrecognized_keys") return [bodyIssue(place, issue.message)];
  return issue.keys.map((key) => bodyIssue([...place, key], "Unknown key."));
}

function bodyIssue(place: readonly string[], message: string): Issue {
  const field = place.join(".");
  return { code: "invalid", message, ...(field !== "" && { field }) };
}

/** Describes a problem for users. Undefined uses the library's message, which names its types. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  return describeKind(issue) ?? describeSize(issue);
}

function describeKind(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") {
    return issue.input === undefined ? "Required." : `Must be ${typeName(issue.expected)}.`;
  }
  if (issue.code === "invalid_value") return `Must be ${joinList(issue.values)}.`;
  if (issue.code === "invalid_format") return FORMS[issue.format];
  // For a discriminated union: the allowed values of its key.
  const { options } = issue;
  const isOne = issue.code === "invalid_union" && Array.isArray(options);
  return isOne ? `Must be ${joinList(options)}.` : undefined;
}

function describeSize(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "too_big") return sizeOf(issue.origin, `at most ${issue.maximum}`);
  if (issue.code !== "too_small") return undefined;
  const isEmpty = issue.minimum === 1 && SIZED.has(issue.origin);
  return isEmpty ? "Must not be empty." : sizeOf(issue.origin, `at least ${issue.minimum}`);
}

const FORMS: Readonly<Record<string, string>> = {
  url: "Must be a URL.",
  email: "Must be an email address.",
};

const SIZED: ReadonlySet<string> = new Set(["string", "array"]);

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function typeName(expected: string): string {
  return KINDS[expected] ?? expected;
}

function joinList(values: readonly unknown[]): string {
  const shown = values.map((value) => JSON.stringify(value));
  return shown.length === 1 ? `${shown[0]}` : `one of ${shown.join(", ")}`;
}

function sizeOf(origin: string, size: string): string {
  if (origin === "string") return `Must have ${size} characters.`;
  if (origin === "array") return `Must have ${size} items.`;
  return `Must be ${size}.`;
}

/** Query parameters of paginated lists. */
export const pageQuery: {
  readonly limit: z.ZodDefault<z.ZodCoercedNumber>;
  readonly cursor: z.ZodExactOptional<z.ZodString>;
} = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(20)
    .meta({ description: "Number of rows per page." }),
  cursor: z.string().exactOptional().meta({ description: "Cursor of the previous page." }),
};
