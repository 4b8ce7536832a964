import { CmsError } from "@loam/cms-core";
import type { Request } from "express";
import { type AuthenticateDeps, openSession } from "../authenticate-request.ts";
import { requireRecent } from "./require-recent.ts";
import type { OpenSession } from "./sessions.ts";

type Deps = Omit<AuthenticateDeps, "limits">;

/** @throws CmsError `not_signed_in` */
export async function requireSession(deps: Deps, request: Request): Promise<OpenSession> {
  const open = await openSession(request, deps);
  if (open === undefined) throw new CmsError("not_signed_in", "Sign in.");
  return open;
}

/** @throws CmsError `not_signed_in`, `reauthentication_required` */
export async function requireRecentSession(deps: Deps, request: Request): Promise<OpenSession> {
  const open = await requireSession(deps, request);
  requireRecent(open.session.authenticatedAt, deps);
  return open;
}
