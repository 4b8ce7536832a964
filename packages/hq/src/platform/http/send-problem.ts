import { CmsError } from "@loam/cms-core";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { loggedPath } from "../log.ts";
import { problemOf } from "./problem.ts";
import { requestId } from "./request-notes.ts";

/** The last handler: whatever was thrown becomes a problem, and what is our fault is logged. */
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

/** Answers every method that is not allowed with 405 and what is. */
export function onlyMethods(...methods: readonly string[]): RequestHandler {
  return (request, response, next) => {
    if (methods.includes(request.method)) {
      next();
      return;
    }
    response.set("Allow", methods.join(", "));
    sendProblem(
      response,
      new CmsError("method_not_allowed", `${request.method} is not allowed here.`),
    );
  };
}

/** Answers what no route took. */
export const notFound: RequestHandler = (_request, response) => {
  sendProblem(response, new CmsError("not_found", "There is nothing at this address."));
};

/** Answers with an error as `application/problem+json`. */
function sendProblem(response: Response, error: unknown): void {
  const { status, body } = problemOf(error);
  response.removeHeader("ETag");
  const wait = error instanceof CmsError ? error.details["retryAfterSeconds"] : undefined;
  if (typeof wait === "number") response.set("Retry-After", String(wait));
  response
    .status(status)
    .set("Cache-Control", "no-store")
    .type("application/problem+json")
    .send(Buffer.from(JSON.stringify(body)));
}
