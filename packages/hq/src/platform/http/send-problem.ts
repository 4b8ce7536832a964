import { CmsError, type ErrorCode, type Issue } from "@loam/cms-core";
import { problemBody, requestErrorStatus } from "@loam/cms-core/program";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { loggedPath } from "../log.ts";
import { outOfSpace } from "../out-of-space.ts";
import { requestId } from "./request-log.ts";

/** A response of type `application/problem+json` (contracts, section 4). */
interface Problem {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Error details that clients can see. All others stay internal. */
const PUBLIC_DETAILS = [
  "param",
  "position",
  "field",
  "allowed",
  "base",
  "current",
  "conflicts",
  "merged",
  "entries",
  "media",
  "offset",
  "diff",
  "findings",
  "mimeType",
  "maxBytes",
] as const;

/**
 * Converts an error into a problem for the client. The causes of server errors stay in the log, because messages of Git
 * or the file system contain paths (security notes, WEB-08).
 */
export function toProblem(error: unknown): Problem {
  const shown = error instanceof CmsError ? error : (frameworkError(error) ?? internalError());
  const { status } = shown;
  const lost = lostObject(shown);
  if (lost !== undefined) return renderProblem(lost);
  const full = status < 500 ? undefined : outOfSpace(error);
  if (full !== undefined) return renderProblem(full);
  const instead = DATABASE_PROBLEMS[shown.code];
  if (instead !== undefined) return renderProblem(new CmsError(...instead));
  if (status === 500) return renderProblem(internalError());
  return renderProblem(shown);
}

function renderProblem(error: CmsError): Problem {
  const body = problemBody(error, { details: PUBLIC_DETAILS, renderIssue });
  return { status: error.status, body };
}

/** Problems of the whole body, such as a body that isn't an object, have the path `""`. */
function renderIssue({ message, path, field, line }: Issue): Readonly<Record<string, unknown>> {
  return {
    path: field ?? path ?? "",
    message,
    ...(line !== undefined && { line }),
  };
}

/** A missing Git object is not a 404: it exists again after someone restores it. */
function lostObject({ code, details }: CmsError): CmsError | undefined {
  const { oid, stderr } = details;
  const isLost = code === "not_found" && typeof oid === "string";
  const isDamaged = code === "git_failed" && /corrupt|bad object|missing/i.test(String(stderr));
  if (!isLost && !isDamaged) return undefined;
  const subject = isLost ? `the object ${oid}` : "required data";
  return new CmsError(
    "repository_broken",
    `The repository of the site is damaged: ${subject} cannot be read. If you run this HQ, hq verify shows what is damaged, and hq repair --from restores it from a backup.`,
  );
}

function internalError(): CmsError {
  return new CmsError("internal", "Internal error. See the server log.");
}

/** Replacements for messages that contain the location of the database. */
const DATABASE_PROBLEMS: Partial<Record<ErrorCode, readonly [ErrorCode, string]>> = {
  database_unavailable: ["unavailable", "HQ cannot reach its database. Try again."],
  database_missing: [
    "database_missing",
    "The control database (hq.db) was deleted or replaced while HQ was running, so HQ no longer writes any changes. If you run this HQ, see the server log for what to do.",
  ],
  database_damaged: [
    "database_damaged",
    "The control database (hq.db) is damaged, so HQ no longer writes any changes. If you run this HQ, stop it and restore a backup. See the server log.",
  ],
};

const UNREADABLE = ["invalid_request", "The request cannot be read."] as const;

const FRAMEWORK_CODES: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  413: ["too_large", "The request body is too large."],
  416: ["range_not_satisfiable", "The requested range is outside the file."],
  415: ["unsupported_media_type", "The media type of the request body is not supported."],
};

/** Converts errors of Express and its parsers, which carry a status. */
function frameworkError(error: unknown): CmsError | undefined {
  const status = requestErrorStatus(error);
  if (status === undefined) return undefined;
  const [code, message] = FRAMEWORK_CODES[status] ?? UNREADABLE;
  return new CmsError(code, message);
}

/** The last error handler: converts every error into a problem and logs internal errors. */
export function problemHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, request: Request, response: Response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    sendProblem(response, error);
    if (response.statusCode >= 500) {
      log.error({
        err: error,
        requestId: requestId(request),
        method: request.method,
        path: loggedPath(request.originalUrl),
      });
    }
  };
}

/** Responds to OPTIONS with the allowed methods, and to all other methods with 405. */
export function onlyMethods(...methods: readonly string[]): RequestHandler {
  return (request, response, next) => {
    if (methods.includes(request.method)) {
      next();
      return;
    }
    response.set("Allow", [...methods, "OPTIONS"].join(", "));
    if (request.method === "OPTIONS") {
      response.status(204).end();
      return;
    }
    sendProblem(
      response,
      new CmsError("method_not_allowed", `The method ${request.method} is not allowed.`),
    );
  };
}

/** Responds to requests that matched no route. */
export const notFound: RequestHandler = (_request, response) => {
  sendProblem(response, new CmsError("not_found", "Not found."));
};

/** Sends an error as `application/problem+json`. */
function sendProblem(response: Response, error: unknown): void {
  const { status, body } = toProblem(error);
  response.removeHeader("ETag");
  const wait = error instanceof CmsError ? error.details["retryAfterSeconds"] : undefined;
  if (typeof wait === "number") response.set("Retry-After", String(wait));
  response
    .status(status)
    .set("Cache-Control", "no-store")
    .type("application/problem+json")
    .send(Buffer.from(JSON.stringify(body)));
}
