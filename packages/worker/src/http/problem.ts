import { CmsError, type ErrorCode } from "@loam/cms-core";
import { problemBody, requestErrorStatus } from "@loam/cms-core/program";
import type { ErrorRequestHandler, RequestHandler, Response } from "express";

/** Error details that callers can see. */
const PUBLIC_DETAILS = ["param", "field", "offset"] as const;

/**
 * Final error handler: converts errors to problems (contracts, section 4). Internal errors and disk errors are only
 * logged, because their message can contain private data.
 */
export function problemHandler(log: (error: unknown) => void): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const known = error instanceof CmsError ? error : frameworkError(error);
    if (known === undefined || known.status >= 500) log(error);
    sendProblem(response, known ?? internal());
  };
}

/** Responds with 405 to methods that a path doesn't support. */
export function refuseOthers(methods: readonly string[]): RequestHandler {
  return (request, response) => {
    response.set("Allow", methods.join(", "));
    throw new CmsError("method_not_allowed", `${request.method} is not allowed here.`);
  };
}

function sendProblem(response: Response, error: CmsError): void {
  // Messages of other internal errors can contain a path or details of the code.
  const shown = error.status === 500 ? internal() : error;
  if (shown.status === 401) response.set("WWW-Authenticate", "Bearer");
  const body = problemBody(shown, {
    details: PUBLIC_DETAILS,
    renderIssue: ({ field = "", message }) => ({ path: field, message }),
  });
  response
    .status(shown.status)
    .type("application/problem+json")
    .send(Buffer.from(JSON.stringify(body)));
}

function internal(): CmsError {
  return new CmsError("internal", "Internal error. See the worker's log.");
}

const FRAMEWORK_CODES: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  413: ["too_large", "The request body is too large."],
  415: ["unsupported_media_type", "The request body must be uncompressed JSON."],
};

/** Errors of Express and its parser have a status. */
function frameworkError(error: unknown): CmsError | undefined {
  const status = requestErrorStatus(error);
  if (status === undefined) return undefined;
  // Not the parser's own message: it quotes the body, which can be a secret.
  const isNoJson =
    error instanceof Error && "type" in error && error.type === "entity.parse.failed";
  const [code, message] = FRAMEWORK_CODES[status] ?? [
    "invalid_request",
    isNoJson ? "The request body is not valid JSON." : "The request could not be read.",
  ];
  return new CmsError(code, message);
}
