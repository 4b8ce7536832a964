import { CmsError } from "@loam/cms-core";
import type { GrantedRole } from "../../platform/db/tables/sites.ts";
import { WORKSPACE_ROLES, type WorkspaceRole } from "../../platform/db/tables/workspaces.ts";

/** The roles a person can have at a site, the lowest first (spec, "Roles (per site)"). */
export const SITE_ROLES = ["view", "write", "edit", "admin"] as const;

export type SiteRole = (typeof SITE_ROLES)[number];

/** What ties a person to a site. */
export interface SiteStanding {
  /** Absent for a person who is not a member of the site's workspace. */
  readonly workspaceRole?: WorkspaceRole;
  /** Whether the person made the site. */
  readonly creator: boolean;
  readonly grant?: GrantedRole;
}

/**
 * The role that follows from a standing: owners and admins of the workspace and the site's creator
 * are admins of the site, grants come next, every other member views. Nobody else has one.
 */
export function siteRole({ workspaceRole, creator, grant }: SiteStanding): SiteRole | undefined {
  if (workspaceRole === undefined) return undefined;
  if (workspaceRole !== "member" || creator) return "admin";
  return grant ?? "view";
}

/** What a token may be allowed; a session has all of them (security notes, 2.7). */
export const TOKEN_SCOPES = [
  "content:read",
  "content:write",
  "content:publish",
  "media:write",
  "schema:write",
  "site:admin",
  "workspace:admin",
  "skill:read",
  "skill:write",
  "variable:write",
  "project:admin",
  "worker:admin",
  "run:write",
] as const;

export type TokenScope = (typeof TOKEN_SCOPES)[number];

interface SiteRule {
  /** The lowest role that may. */
  readonly role: SiteRole;
  readonly scope: TokenScope;
}

interface WorkspaceRule {
  readonly role: WorkspaceRole;
  readonly scope: TokenScope;
  /** Whether a plain member must be a member of the project, too. */
  readonly ofProject?: true;
}

export type SiteAction =
  | "site.read"
  | "entry.write"
  | "entry.publish"
  | "entry.migrate"
  | "media.write"
  | "schema.write"
  | "change.propose"
  | "change.approve"
  | "change.merge"
  | "upstream.sync"
  | "site.upstream"
  | "site.settings"
  | "site.publishing"
  | "site.keys"
  | "site.webhooks"
  | "site.access"
  | "site.audit"
  | "site.export"
  | "site.duplicate"
  | "site.transfer"
  | "site.delete";

/**
 * The permission table of sites: everything that can be done to one, with the lowest role that may
 * and the scope that a token needs for it. What is not listed here cannot be done.
 */
export const SITE_ACTIONS: Readonly<Record<SiteAction, SiteRule>> = {
  "site.read": { role: "view", scope: "content:read" },
  "entry.write": { role: "write", scope: "content:write" },
  "entry.publish": { role: "write", scope: "content:publish" },
  /** To give what is moved here from elsewhere its ids and dates. */
  "entry.migrate": { role: "admin", scope: "site:admin" },
  "media.write": { role: "write", scope: "media:write" },
  "schema.write": { role: "edit", scope: "schema:write" },
  /** To open a change request, to push to its branch, and to say something of it. */
  "change.propose": { role: "write", scope: "content:write" },
  "change.approve": { role: "edit", scope: "content:write" },
  /** It takes the actions of what the change changes, too. */
  "change.merge": { role: "write", scope: "content:write" },
  /** To have the upstream looked at now. */
  "upstream.sync": { role: "edit", scope: "content:write" },
  /** To say which repository the site mirrors, with what credential, and which of two histories is to stand. */
  "site.upstream": { role: "admin", scope: "site:admin" },
  "site.settings": { role: "admin", scope: "site:admin" },
  "site.publishing": { role: "admin", scope: "site:admin" },
  "site.keys": { role: "admin", scope: "site:admin" },
  "site.webhooks": { role: "admin", scope: "site:admin" },
  "site.access": { role: "admin", scope: "site:admin" },
  "site.audit": { role: "admin", scope: "site:admin" },
  "site.export": { role: "admin", scope: "site:admin" },
  "site.duplicate": { role: "admin", scope: "site:admin" },
  "site.transfer": { role: "admin", scope: "site:admin" },
  "site.delete": { role: "admin", scope: "site:admin" },
};

export type WorkspaceAction =
  | "workspace.read"
  | "workspace.inspect"
  | "workspace.create-site"
  | "workspace.leave"
  | "workspace.settings"
  | "workspace.members"
  | "workspace.payment"
  | "workspace.accept-transfer"
  | "workspace.audit"
  | "workspace.owners"
  | "workspace.delete"
  | "skill.read"
  | "skill.write"
  | "skill.review"
  | "memory.write"
  | "variable.workspace"
  | "variable.worker"
  | "variable.project"
  | "variable.read-project"
  | "project.manage"
  | "worker.manage"
  | "run.start"
  | "run.start-project"
  | "run.read-log"
  | "run.cancel";

/** The permission table of workspaces. */
export const WORKSPACE_ACTIONS: Readonly<Record<WorkspaceAction, WorkspaceRule>> = {
  /** That it is there, and the sites that one sees. */
  "workspace.read": { role: "member", scope: "content:read" },
  /** Who is in it, and what it has and uses. */
  "workspace.inspect": { role: "member", scope: "content:read" },
  "workspace.create-site": { role: "member", scope: "site:admin" },
  "workspace.leave": { role: "member", scope: "workspace:admin" },
  "workspace.settings": { role: "admin", scope: "workspace:admin" },
  "workspace.members": { role: "admin", scope: "workspace:admin" },
  "workspace.payment": { role: "admin", scope: "workspace:admin" },
  "workspace.accept-transfer": { role: "admin", scope: "workspace:admin" },
  "workspace.audit": { role: "admin", scope: "workspace:admin" },
  "workspace.owners": { role: "owner", scope: "workspace:admin" },
  "workspace.delete": { role: "owner", scope: "workspace:admin" },
  /** Skills, projects, workflows, workers and runs as they are. */
  "skill.read": { role: "member", scope: "skill:read" },
  "skill.write": { role: "member", scope: "skill:write" },
  /** Of what somebody else wrote; an admin who is alone reviews their own. */
  "skill.review": { role: "member", scope: "skill:write" },
  /** What a worker remembers. */
  "memory.write": { role: "member", scope: "variable:write" },
  "variable.workspace": { role: "admin", scope: "variable:write" },
  "variable.worker": { role: "admin", scope: "variable:write" },
  /** To set the variables of a project and of its workflows. */
  "variable.project": { role: "member", scope: "variable:write", ofProject: true },
  /** To see them. */
  "variable.read-project": { role: "member", scope: "skill:read", ofProject: true },
  "project.manage": { role: "admin", scope: "project:admin" },
  "worker.manage": { role: "admin", scope: "worker:admin" },
  /** For no project. */
  "run.start": { role: "member", scope: "run:write" },
  /** A run is given its project's variables, and may print them. */
  "run.start-project": { role: "member", scope: "run:write", ofProject: true },
  /** What a run printed and the files that it left. */
  "run.read-log": { role: "member", scope: "skill:read", ofProject: true },
  "run.cancel": { role: "member", scope: "run:write", ofProject: true },
};

/** The person who asks, by a browser's session or by a token that acts for them. */
export interface Actor {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** Whether the person administers the whole instance. */
  readonly instanceAdmin: boolean;
  readonly credential: SessionCredential | TokenCredential;
}

interface SessionCredential {
  readonly kind: "session";
  readonly id: string;
  /** When the person last proved who they are; sensitive acts require it to be recent. */
  readonly provenAt: string;
}

interface TokenCredential {
  readonly kind: "token";
  readonly id: string;
  readonly scopes: readonly TokenScope[];
  /** Ids of the sites to which the token is bound; absent for all that its owner sees. */
  readonly sites?: readonly string[];
}

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

/** Whether a person may do something to a workspace, or to a project of it, in which they have a role, or none. */
export function canInWorkspace(
  actor: Actor,
  action: WorkspaceAction,
  role: WorkspaceRole | undefined,
  { isOnProject = false }: { readonly isOnProject?: boolean } = {},
): Verdict<WorkspaceRole> {
  const { role: least, scope, ofProject } = WORKSPACE_ACTIONS[action];
  if (role === undefined) return refuse("hidden", "membership");
  if (WORKSPACE_ROLES.indexOf(role) < WORKSPACE_ROLES.indexOf(least)) return refuse("role", least);
  if (ofProject === true && role === "member" && !isOnProject) {
    return refuse("role", "project member or admin");
  }
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
    throw new CmsError("forbidden", `This requires the role ${least}.`);
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
  throw new CmsError("forbidden", `This token needs the scope ${scope}.`);
}
