import { CmsError, type Issue } from "@loam/cms-core";
import { z } from "zod";
import { findBrokenText, findProtoKey } from "../platform/http/find-broken-text.ts";

/** The parts of a request before they are checked. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * The parts of a request as their schemas make them.
 *
 * @throws CmsError `invalid` with every problem of the body, `invalid_request` with `param` for a
 * query parameter or a part of the path; `invalid` for a parameter that nobody reads; `invalid_unicode` and `invalid_encoding` for texts with a NUL or half a
 * character.
 */
export function parseInput<const I extends Readonly<Record<string, z.ZodType>>>(
  input: I,
  raw: RawInput,
): z.output<z.ZodObject<I>> {
  refuseUnknown(input["query"], raw.query);
  // The schemas would leave it out without a word.
  const proto = findProtoKey(raw.body);
  if (proto !== undefined) {
    const issues = [bodyIssue(proto, "There is no such key here.")];
    throw new CmsError("invalid", "The request's body is not as it should be.", { issues });
  }
  const parsed = z.object(input).safeParse(raw, { error: describeIssue });
  if (parsed.success) {
    checkTexts(raw);
    return parsed.data;
  }
  const outside = parsed.error.issues.find(({ path }) => path[0] !== "body");
  if (outside !== undefined) throw parameterError(outside);
  throw new CmsError("invalid", "The request's body is not as it should be.", {
    issues: parsed.error.issues.flatMap(issuesOf),
  });
}

/** What nobody reads was meant by somebody: `?sate=changed` must not list everything. */
function refuseUnknown(schema: z.ZodType | undefined, query: RawInput["query"]): void {
  const known = schema instanceof z.ZodObject ? schema.shape : {};
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(known, name));
  const [param] = unknown;
  if (param === undefined) return;
  const names = Object.keys(known);
  const message =
    names.length === 0 ? "No parameter is read here." : `It reads ${names.join(", ")}.`;
  throw new CmsError("invalid", `There is no parameter ${param} here. ${message}`, {
    issues: unknown.map((field) => ({
      code: "invalid",
      message: "There is no such parameter.",
      field,
    })),
    details: { param },
  });
}

function checkTexts({ query, body }: RawInput): void {
  const [param] = findBrokenText(query) ?? [];
  if (param !== undefined) {
    throw new CmsError("invalid_encoding", `${param} holds a NUL character.`, {
      details: { param },
    });
  }
  const place = findBrokenText(withoutContent(body));
  if (place === undefined) return;
  throw new CmsError("invalid_unicode", "The request's body is not all Unicode text.", {
    issues: [bodyIssue(place, "It must be Unicode text without NUL characters.")],
  });
}

/**
 * Values of entries go to git alone; broken texts in them are reported with whatever else is wrong
 * with them.
 */
function withoutContent(body: unknown): unknown {
  const isObject = typeof body === "object" && body !== null && "fields" in body;
  return isObject ? { ...body, fields: undefined } : body;
}

function parameterError({ path, message }: z.core.$ZodIssue): CmsError {
  const param = path.slice(1).join(".");
  return new CmsError("invalid_request", `${param}: ${message}`, { details: { param } });
}

/** Unknown keys are reported one by one, each at its own place. */
function issuesOf(issue: z.core.$ZodIssue): readonly Issue[] {
  const place = issue.path.slice(1).map(String);
  if (issue.code !== "unrecognized_keys") return [bodyIssue(place, issue.message)];
  return issue.keys.map((key) => bodyIssue([...place, key], "There is no such key here."));
}

function bodyIssue(place: readonly string[], message: string): Issue {
  const field = place.join(".");
  return { code: "invalid", message, ...(field !== "" && { field }) };
}

/**
 * What is wrong with one value of a request, for people. Undefined leaves it to the library, whose own words
 * name its types.
 */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  return describeKind(issue) ?? describeSize(issue);
}

function describeKind(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") {
    return issue.input === undefined ? "It is missing." : `It must be ${kindOf(issue.expected)}.`;
  }
  if (issue.code === "invalid_value") return `It must be ${listOf(issue.values)}.`;
  if (issue.code === "invalid_format") return FORMS[issue.format];
  // For a union with a discriminating key: the values that the key may have.
  const { options } = issue;
  const isOne = issue.code === "invalid_union" && Array.isArray(options);
  return isOne ? `It must be ${listOf(options)}.` : undefined;
}

function describeSize(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "too_big") return sizeOf(issue.origin, `at most ${issue.maximum}`);
  if (issue.code !== "too_small") return undefined;
  const isEmpty = issue.minimum === 1 && SIZED.has(issue.origin);
  return isEmpty ? "It must not be empty." : sizeOf(issue.origin, `at least ${issue.minimum}`);
}

const FORMS: Readonly<Record<string, string>> = {
  url: "It must be a URL.",
  email: "It must be an e-mail address.",
};

const SIZED: ReadonlySet<string> = new Set(["string", "array"]);

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function kindOf(expected: string): string {
  return KINDS[expected] ?? expected;
}

function listOf(values: readonly unknown[]): string {
  const shown = values.map((value) => JSON.stringify(value));
  return shown.length === 1 ? `${shown[0]}` : `one of ${shown.join(", ")}`;
}

function sizeOf(origin: string, size: string): string {
  if (origin === "string") return `It must have ${size} characters.`;
  if (origin === "array") return `It must have ${size} items.`;
  return `It must be ${size}.`;
}

/** The query parameters of a list that is read page by page. */
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
    .meta({ description: "Rows on a page." }),
  cursor: z.string().exactOptional().meta({ description: "From the page before." }),
};
