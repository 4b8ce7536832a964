import { CmsError } from "@loam/cms-core";
import { WORKSPACE_ROLES, type WorkspaceRole } from "../../platform/db/tables/workspaces.ts";
import {
  SITE_ACTIONS,
  type SiteAction,
  type TokenScope,
  WORKSPACE_ACTIONS,
  type WorkspaceAction,
  SITE_ROLES,
  siteRole,
  type SiteRole,
  type SiteStanding,
} from "./actions.ts";
import type { Actor } from "./actor.ts";

/** Whether something is allowed, and why not: `hidden` is answered as if there were nothing. */
export type Verdict<Role> =
  | { readonly allow: true; readonly role: Role }
  | { readonly allow: false; readonly rule: "hidden" | "role" | "scope"; readonly needs: string };

/** Whether a role at a site is enough for something. */
export function isEnough(role: SiteRole, action: SiteAction): boolean {
  return SITE_ROLES.indexOf(role) >= SITE_ROLES.indexOf(SITE_ACTIONS[action].role);
}

/**
 * Whether a person may do something to a site. Rights of a token are those of its owner now, less
 * what its scopes and sites leave out (spec, "Roles (per site)"; security notes, 2.7).
 */
export function canOnSite(
  actor: Actor,
  action: SiteAction,
  { siteId, standing }: { readonly siteId: string; readonly standing: SiteStanding },
): Verdict<SiteRole> {
  const { role: least, scope } = SITE_ACTIONS[action];
  const role = siteRole(standing);
  if (role === undefined || !reachesSite(actor, siteId)) return refuse("hidden", "membership");
  if (!isEnough(role, action)) return refuse("role", least);
  return hasScope(actor, scope) ? { allow: true, role } : refuse("scope", scope);
}

/** Whether a person may do something to a workspace in which they have a role, or none. */
export function canInWorkspace(
  actor: Actor,
  action: WorkspaceAction,
  role: WorkspaceRole | undefined,
): Verdict<WorkspaceRole> {
  const { role: least, scope } = WORKSPACE_ACTIONS[action];
  if (role === undefined) return refuse("hidden", "membership");
  if (WORKSPACE_ROLES.indexOf(role) < WORKSPACE_ROLES.indexOf(least)) return refuse("role", least);
  // A token that is bound to sites learns nothing of their workspace except that it exists.
  const bound = actor.credential.kind === "token" && actor.credential.sites !== undefined;
  if (bound && action !== "workspace.read") return refuse("scope", "all sites");
  return hasScope(actor, scope) ? { allow: true, role } : refuse("scope", scope);
}

function refuse(
  rule: "hidden" | "role" | "scope",
  needs: string,
): { allow: false; rule: "hidden" | "role" | "scope"; needs: string } {
  return { allow: false, rule, needs };
}

function reachesSite({ credential }: Actor, siteId: string): boolean {
  if (credential.kind === "session") return true;
  return credential.sites === undefined || credential.sites.includes(siteId);
}

function hasScope({ credential }: Actor, scope: TokenScope): boolean {
  return credential.kind === "session" || credential.scopes.includes(scope);
}

/**
 * Requires what a request turns out to need besides the action of its route.
 *
 * @throws CmsError `forbidden`
 */
export function requireAction(
  { actor, role }: { readonly actor: Actor; readonly role: SiteRole },
  action: SiteAction,
): void {
  if (!isEnough(role, action)) {
    const least = SITE_ACTIONS[action].role;
    throw new CmsError("forbidden", `Your role does not allow this; it takes ${least}.`);
  }
  requireScope(actor, action);
}

/**
 * Requires a token to have the scope of a second action that a request turns out to need, of the same role as the
 * first; the scope of the route itself was checked already.
 *
 * @throws CmsError `forbidden`
 */
export function requireScope({ credential }: Actor, action: SiteAction): void {
  const { scope } = SITE_ACTIONS[action];
  if (credential.kind === "session" || credential.scopes.includes(scope)) return;
  throw new CmsError("forbidden", `This token does not allow this; it takes ${scope}.`);
}
