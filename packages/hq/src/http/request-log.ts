import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { loggedPath } from "../log.ts";

/** One line for each answer: never the query, which can hold a draft key, and no headers. */
export function requestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    response.on("close", () => {
      log.debug({
        method: request.method,
        path: loggedPath(request.originalUrl),
        status: response.statusCode,
        ms: Math.round(performance.now() - start),
      });
    });
    next();
  };
}
