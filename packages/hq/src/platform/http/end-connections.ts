import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { CmsError, type ErrorCode } from "@loam/cms-core";
import type { RequestHandler } from "express";
import { nodeHttp } from "./node-http.ts";
import { toProblem } from "./send-problem.ts";

const CODES: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ["headers_too_large", "The request headers are too large."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["too_large", "The request body is too large."],
  ERR_HTTP_REQUEST_TIMEOUT: ["request_timeout", "The request took too long to arrive."],
};
const BROKEN = ["invalid_request", "The request is not valid HTTP."] as const;

/** A client that is still sending would lose the response if the connection were cut immediately. */
const LINGER_MS = 1000;

/** Responds to unparsable requests in the usual error format. Node's own responses have no body. */
export function answerClientErrors(server: Server): void {
  const newest = new WeakMap<Duplex, ServerResponse>();
  const answered = new WeakSet<Duplex>();
  server.on("request", (request, response) => newest.set(request.socket, response));
  server.on("clientError", (error: Error & { readonly code?: string }, socket) => {
    // Anything after a rejected request is also broken.
    if (answered.has(socket)) return;
    const response = newest.get(socket);
    // The error would become part of the response in progress.
    const isAnswering = response?.headersSent === true && !response.writableFinished;
    if (!socket.writable || isAnswering) {
      socket.destroy();
      return;
    }
    answered.add(socket);
    const [code, message] = CODES[error.code ?? ""] ?? BROKEN;
    socket.end(printProblem(new CmsError(code, message)));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}

function printProblem(error: CmsError): string {
  const { status, body } = toProblem(error);
  const text = JSON.stringify(body);
  const lines = [
    `HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status]}`,
    "Content-Type: application/problem+json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Cache-Control: no-store",
    "Connection: close",
  ];
  return `${lines.join("\r\n")}\r\n\r\n${text}`;
}

/**
 * Cuts the connection of a client that reads nothing of a response for this long, which keeps it in memory (FLT-17).
 * Clients that read slowly and responses that aren't ready are not limited.
 */
export function dropSlowReader(response: ServerResponse, timeoutMs: number): void {
  // Most responses are completely handed to the system at this point and need no timer.
  if (response.writableEnded && response.writableLength === 0) return;
  // Node restarts this timer whenever the system accepts bytes, even within one long write.
  response.setTimeout(timeoutMs, () => {
    const { socket } = response;
    if (socket !== null && socket.writableLength > 0) socket.destroy();
  });
}

/** Lifts that limit for a response to a client whose user can pause it. */
export function allowSlowReader(response: ServerResponse): void {
  response.setTimeout(0);
}

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Cuts connections whose request doesn't arrive in time. Routes with large bodies lift the limit (OPS-04). */
export function requestDeadline(timeoutMs: number): RequestHandler {
  return (request, _response, next) => {
    // A request without a body is complete and emits no `close`.
    if (request.readableEnded) {
      next();
      return;
    }
    const cut = (): void => {
      if (!request.complete) request.destroy();
    };
    const timer = setTimeout(cut, timeoutMs).unref();
    deadlines.set(request, timer);
    request.once("close", () => clearTimeout(timer));
    next();
  };
}

/** Lifts the deadline for a request. The caller must end it when no more data arrives. */
export function allowSlow(request: IncomingMessage): void {
  clearTimeout(deadlines.get(request));
}
