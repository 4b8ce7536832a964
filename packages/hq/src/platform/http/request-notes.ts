import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

interface RequestNotes {
  readonly id: string;
  route?: string;
}

const notes = new WeakMap<IncomingMessage, RequestNotes>();

/** Gives a request an id of its own: one that came along could be another's, or a secret. */
export function numberRequest(request: IncomingMessage): string {
  const id = randomUUID();
  notes.set(request, { id });
  return id;
}

/** The id that stands in the log for a request. */
export function requestId(request: IncomingMessage): string | undefined {
  return notes.get(request)?.id;
}

/** Says which route took a request, as its pattern: what people put into a path is in no metric. */
export function nameRoute(request: IncomingMessage, pattern: string): void {
  const found = notes.get(request);
  if (found !== undefined) found.route = pattern;
}

/** Interfaces that name no routes; the longest that fits stands before those within it. */
const INTERFACES = [
  "/public",
  "/api/manage",
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
export function routeName(request: IncomingMessage, path: string): string {
  const named = notes.get(request)?.route;
  if (named !== undefined) return named;
  return INTERFACES.find((start) => path === start || path.startsWith(`${start}/`)) ?? "other";
}
