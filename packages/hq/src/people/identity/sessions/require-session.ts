import { CmsError } from "@loam/cms-core";
import type { Request } from "express";
import { type AuthenticateDeps, openSession } from "../authenticate-request.ts";
import type { OpenSession } from "./sessions.ts";

type Deps = Omit<AuthenticateDeps, "limits">;

/** @throws CmsError `not_signed_in` */
export async function requireSession(deps: Deps, request: Request): Promise<OpenSession> {
  const open = await openSession(request, deps);
  if (open === undefined) throw new CmsError("not_signed_in", "Not signed in.");
  return open;
}

const RECENT_MS = 10 * 60 * 1000;

/**
 * Sensitive actions require authentication within the last ten minutes, so that an unattended browser doesn't give away
 * more than it shows.
 *
 * @throws CmsError `reauthentication_required`; resolved with `POST /session/step-up`.
 */
export function requireRecent(provenAt: string, { now }: { readonly now: () => Date }): void {
  if (now().getTime() - Date.parse(provenAt) <= RECENT_MS) return;
  throw new CmsError("reauthentication_required", "Confirm your identity to continue.");
}
