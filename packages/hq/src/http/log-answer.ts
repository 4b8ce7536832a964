import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { loggedPath } from "../log.ts";
import { requestId } from "./request-notes.ts";

export interface AnsweredExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: string;
}

/**
 * Logs one line for an answer that Express's log does not see: never the query, which can hold a draft key,
 * and no headers.
 */
export function logAnswer(log: Logger, { request, response, url }: AnsweredExchange): void {
  const start = performance.now();
  response.on("close", () => {
    const ms = Math.round(performance.now() - start);
    const { method } = request;
    const path = loggedPath(url);
    log.debug({ requestId: requestId(request), method, path, status: response.statusCode, ms });
  });
}
