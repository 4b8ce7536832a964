import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { loggedPath } from "../log.ts";

export interface AnsweredExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: string;
  /** What `X-Request-Id` says, where it is sent. */
  readonly requestId?: string;
}

/**
 * Logs one line for an answer that Express's log does not see: never the query, which can hold a draft key,
 * and no headers.
 */
export function logAnswer(
  log: Logger,
  { request, response, url, requestId }: AnsweredExchange,
): void {
  const start = performance.now();
  response.on("close", () => {
    const ms = Math.round(performance.now() - start);
    const { method } = request;
    const path = loggedPath(url);
    log.debug({ requestId, method, path, status: response.statusCode, ms });
  });
}
