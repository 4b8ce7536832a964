import type { z } from "zod";

/**
 * What is wrong with one value of a request, for people. Undefined leaves it to the library, whose own words
 * name its types.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  return describeKind(issue) ?? describeSize(issue);
}

function describeKind(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") {
    return issue.input === undefined ? "It is missing." : `It must be ${kindOf(issue.expected)}.`;
  }
  if (issue.code === "invalid_value") return `It must be ${listOf(issue.values)}.`;
  if (issue.code === "invalid_format") return FORMS[issue.format];
  // A union that is told apart by a key says what that may be.
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
