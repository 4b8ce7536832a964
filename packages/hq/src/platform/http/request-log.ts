import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { loggedPath } from "../log.ts";

/** A request and its outcome. */
export interface AnsweredRequest {
  readonly method: string;
  /** The route's pattern, which has few distinct values. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Whether the response lasts until the client disconnects, so that its duration is meaningless. */
  readonly endless: boolean;
}

const QUIET: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Assigns each request an id, which is sent as `X-Request-Id` and part of every log line about it, and logs one line
 * per response (reads at `debug`). Never logs headers or the query, which can contain a draft key.
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
      const { waits = false } = notes.get(request) ?? {};
      const isStream = String(response.getHeader("Content-Type")).startsWith("text/event-stream");
      const endless = waits || isStream;
      observe({ method, route, status, ms, endless });
      log[waits || QUIET.has(method) ? "debug" : "info"](
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

interface AnsweredExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: string;
  /** Value of `X-Request-Id`, if sent. */
  readonly requestId?: string;
}

/** Logs a response that Express's log doesn't see. Never logs headers or the query, which can contain a draft key. */
export function logAnswer(
  log: Logger,
  { request, response, url, requestId: id }: AnsweredExchange,
): void {
  const start = performance.now();
  response.on("close", () => {
    const ms = Math.round(performance.now() - start);
    const { method } = request;
    const path = loggedPath(url);
    log.debug({ requestId: id, method, path, status: response.statusCode, ms });
  });
}

interface RequestNotes {
  readonly id: string;
  route?: string;
  waits?: boolean;
}

const notes = new WeakMap<IncomingMessage, RequestNotes>();

/** Generates the id of a request. An id sent by the client could be a duplicate or a secret. */
function numberRequest(request: IncomingMessage): string {
  const id = randomUUID();
  notes.set(request, { id });
  return id;
}

/** Returns the id of a request in the log. */
export function requestId(request: IncomingMessage): string | undefined {
  return notes.get(request)?.id;
}

/**
 * Records the pattern of the matched route, so that user input in paths never reaches metrics. `waits` marks long
 * polling, whose duration is meaningless.
 */
export function nameRoute(
  request: IncomingMessage,
  pattern: string,
  { waits = false }: { readonly waits?: boolean } = {},
): void {
  const found = notes.get(request);
  if (found !== undefined) Object.assign(found, { route: pattern, waits });
}

/** Path prefixes without named routes. Longer prefixes come before the ones they start with. */
const INTERFACES = [
  "/public",
  "/api/manage",
  "/api/worker",
  "/api/commands",
  "/git",
  "/setup",
  "/invitation",
  "/password-reset",
  "/auth/oidc",
  "/healthz",
  "/readyz",
  "/metrics",
] as const;

/** Returns the route pattern of a request or the kind of path: few distinct values in total. */
function routeName(request: IncomingMessage, path: string): string {
  const named = notes.get(request)?.route;
  if (named !== undefined) return named;
  return INTERFACES.find((start) => path === start || path.startsWith(`${start}/`)) ?? "other";
}
