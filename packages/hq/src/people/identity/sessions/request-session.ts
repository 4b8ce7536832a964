import { CmsError } from "@loam/cms-core";
import type { Request } from "express";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { clientAddress } from "../../../platform/http/client-address.ts";
import { readCookie } from "./session-cookie.ts";
import { type Client, type Clock, findSession, type OpenSession } from "./sessions.ts";

/** Dependencies of finding the session of a request. */
export interface SessionDeps extends Clock {
  readonly database: ControlDatabase;
  readonly baseUrl: string;
}

/** Returns the session of a request's cookie, with its owner. */
export async function openSession(
  { headers }: Pick<Request, "headers">,
  { database, baseUrl, now }: SessionDeps,
): Promise<OpenSession | undefined> {
  const cookie = readCookie("session", headers, baseUrl);
  return cookie === undefined ? undefined : findSession(database, cookie, { now });
}

/** @throws CmsError `not_signed_in` */
export async function requireSession(deps: SessionDeps, request: Request): Promise<OpenSession> {
  const open = await openSession(request, deps);
  if (open === undefined) throw new CmsError("not_signed_in", "Not signed in.");
  return open;
}

/** Returns the client of a request. */
export function readClient(request: Request): Client {
  return { address: clientAddress(request), userAgent: request.headers["user-agent"] ?? "" };
}

const RECENT_MS = 10 * 60 * 1000;

/**
 * Sensitive actions require authentication within the last ten minutes, so that an unattended browser doesn't give away
 * more than it shows.
 *
 * @throws CmsError `reauthentication_required`; resolved with `POST /session/step-up`.
 */
export function requireRecent(provenAt: string, { now }: Clock): void {
  if (now().getTime() - Date.parse(provenAt) <= RECENT_MS) return;
  throw new CmsError("reauthentication_required", "Confirm your identity to continue.");
}
