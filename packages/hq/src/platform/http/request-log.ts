import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { loggedPath } from "../log.ts";
import { numberRequest, routeName } from "./request-notes.ts";

/** How one request was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** Its pattern, of few. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** An answer that goes on for as long as its reader stays says nothing by how long it took. */
  readonly endless: boolean;
}

const QUIET: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Gives each request an id, which stands in `X-Request-Id` and in every line about it, and logs one line for
 * each answer (reads at `debug`): never the query, which can hold a draft key, and no headers.
 */
export function requestLog(
  log: Logger,
  { observe }: { readonly observe: (answered: AnsweredRequest) => void },
): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    const id = numberRequest(request);
    response.set("X-Request-Id", id);
    const { method, originalUrl } = request;
    response.on("close", () => {
      const path = loggedPath(originalUrl);
      const route = routeName(request, path);
      const ms = performance.now() - start;
      const { statusCode: status } = response;
      const endless = String(response.getHeader("Content-Type")).startsWith("text/event-stream");
      observe({ method, route, status, ms, endless });
      log[QUIET.has(method) ? "debug" : "info"](
        {
          requestId: id,
          method,
          path,
          route,
          status,
          ms: Math.round(ms),
          ...(!response.writableFinished && { cut: true }),
        },
        "request",
      );
    });
    next();
  };
}
