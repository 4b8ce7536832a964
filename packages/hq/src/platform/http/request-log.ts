import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { loggedPath } from "../log.ts";

/** How one request was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** The route's pattern, of which there are few. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Whether the answer lasts as long as its reader stays, so that its duration means nothing. */
  readonly endless: boolean;
}

const QUIET: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Gives each request an id, which is in `X-Request-Id` and in every line about it, and logs one line for each answer
 * (reads at `debug`): never the query, which can hold a draft key, and no headers.
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
  /** What `X-Request-Id` says, where it is sent. */
  readonly requestId?: string;
}

/**
 * Logs one line for an answer that Express's log does not see: never the query, which can hold a draft key,
 * and no headers.
 */
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

/** Gives a request an id of its own: one that was sent along could be another's, or a secret. */
function numberRequest(request: IncomingMessage): string {
  const id = randomUUID();
  notes.set(request, { id });
  return id;
}

/** The id of a request in the log. */
export function requestId(request: IncomingMessage): string | undefined {
  return notes.get(request)?.id;
}

/**
 * Says which route took a request, as its pattern: what people put into a path is in no metric. One that `waits` for
 * something to happen is asked again and again, and how long it takes means nothing.
 */
export function nameRoute(
  request: IncomingMessage,
  pattern: string,
  { waits = false }: { readonly waits?: boolean } = {},
): void {
  const found = notes.get(request);
  if (found !== undefined) Object.assign(found, { route: pattern, waits });
}

/** Interfaces that name no routes; the longest that fits comes before those within it. */
const INTERFACES = [
  "/public",
  "/api/manage",
  "/api/worker",
  "/git",
  "/setup",
  "/invitation",
  "/password-reset",
  "/auth/oidc",
  "/healthz",
  "/readyz",
  "/metrics",
] as const;

/** The pattern of a request's route, or what kind of address it asked for: few values in all. */
function routeName(request: IncomingMessage, path: string): string {
  const named = notes.get(request)?.route;
  if (named !== undefined) return named;
  return INTERFACES.find((start) => path === start || path.startsWith(`${start}/`)) ?? "other";
}
