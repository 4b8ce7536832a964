import type { CmsError, Issue } from "../base/errors.ts";

interface ProblemOptions {
  /** Error details that clients can see. All others stay internal. */
  readonly details: readonly string[];
  readonly renderIssue: (issue: Issue) => Readonly<Record<string, unknown>>;
}

/** Returns the body of a response of type `application/problem+json` (contracts, section 4). */
export function problemBody(
  { code, status, message, issues, details }: CmsError,
  { details: names, renderIssue }: ProblemOptions,
): Readonly<Record<string, unknown>> {
  const shown = names.filter((name) => details[name] !== undefined);
  return {
    type: `urn:loam:error:${code}`,
    title: statusCodes()[status] ?? "Error",
    status,
    code,
    detail: message,
    message,
    ...Object.fromEntries(shown.map((name) => [name, details[name]])),
    ...(issues.length > 0 && { errors: issues.map(renderIssue) }),
  };
}

/** Without an `import`, which would also load the WebSocket and `fetch` clients of Node. */
function statusCodes(): Readonly<Record<number, string | undefined>> {
  return process.getBuiltinModule("node:http").STATUS_CODES;
}

/** Returns the status of an error of Express and its parsers; undefined for all others, and for internal errors. */
export function requestErrorStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("status" in error)) return undefined;
  const status = Number(error.status);
  return status >= 400 && status < 500 ? status : undefined;
}
