import { CmsError, type Issue } from "@loam/cms-core";
import { z } from "zod";
import { findBrokenText } from "../platform/http/find-broken-text.ts";
import { describeIssue } from "./describe-issue.ts";

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
 * query parameter or a part of the path; `invalid_unicode` and `invalid_encoding` for texts with a NUL or half a
 * character.
 */
export function parseInput<const I extends Readonly<Record<string, z.ZodType>>>(
  input: I,
  raw: RawInput,
): z.output<z.ZodObject<I>> {
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

/** Values of entries go to git alone, and are told with all else that is wrong with them. */
function withoutContent(body: unknown): unknown {
  const isObject = typeof body === "object" && body !== null && "fields" in body;
  return isObject ? { ...body, fields: undefined } : body;
}

function parameterError({ path, message }: z.core.$ZodIssue): CmsError {
  const param = path.slice(1).join(".");
  return new CmsError("invalid_request", `${param}: ${message}`, { details: { param } });
}

/** Keys that nobody knows are told one by one, each at its own place. */
function issuesOf(issue: z.core.$ZodIssue): readonly Issue[] {
  const place = issue.path.slice(1).map(String);
  if (issue.code !== "unrecognized_keys") return [bodyIssue(place, issue.message)];
  return issue.keys.map((key) => bodyIssue([...place, key], "There is no such key here."));
}

function bodyIssue(place: readonly string[], message: string): Issue {
  const field = place.join(".");
  return { code: "invalid", message, ...(field !== "" && { field }) };
}
