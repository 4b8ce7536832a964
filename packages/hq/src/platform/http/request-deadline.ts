import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Cuts senders whose request has not arrived in time; routes that take large bodies lift this (OPS-04). */
export function requestDeadline(timeoutMs: number): RequestHandler {
  return (request, _response, next) => {
    // A request without a body is complete, and emits no `close`.
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

/** Lets a request take longer; the caller ends it when nothing more arrives. */
export function allowSlow(request: IncomingMessage): void {
  clearTimeout(deadlines.get(request));
}
