import { CmsError } from "@loam/cms-core";
import type { GrantedRole } from "../../platform/db/tables/sites.ts";
import { WORKSPACE_ROLES, type WorkspaceRole } from "../../platform/db/tables/workspaces.ts";

/** Site roles, lowest first (spec, "Roles (per site)"). */
export const SITE_ROLES = ["view", "write", "edit", "admin"] as const;

export type SiteRole = (typeof SITE_ROLES)[number];

/** A user's relation to a site. */
export interface SiteStanding {
  /** Absent for a user outside the site's workspace. */
  readonly workspaceRole?: WorkspaceRole;
  /** Whether the user created the site. */
  readonly creator: boolean;
  readonly grant?: GrantedRole;
}

/**
 * Returns the role on a site: owners and admins of the workspace and the site's creator are site admins. Otherwise the
 * grant applies, and other members have View only. Others have no role.
 */
export function siteRole({ workspaceRole, creator, grant }: SiteStanding): SiteRole | undefined {
  if (workspaceRole === undefined) return undefined;
  if (workspaceRole !== "member" || creator) return "admin";
  return grant ?? "view";
}

/** Token scopes. A session has all of them (security notes, 2.7). */
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
  /** The lowest role with permission. */
  readonly role: SiteRole;
  readonly scope: TokenScope;
}

interface WorkspaceRule {
  readonly role: WorkspaceRole;
  readonly scope: TokenScope;
  /** Whether a member with the lowest role must also be a member of the project. */
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
 * The permission table of sites: every action with the lowest role that has permission and the scope that a token
 * needs. Actions that are not listed are impossible.
 */
export const SITE_ACTIONS: Readonly<Record<SiteAction, SiteRule>> = {
  "site.read": { role: "view", scope: "content:read" },
  "entry.write": { role: "write", scope: "content:write" },
  "entry.publish": { role: "write", scope: "content:publish" },
  /** Set ids and dates of content migrated from another system. */
  "entry.migrate": { role: "admin", scope: "site:admin" },
  "media.write": { role: "write", scope: "media:write" },
  "schema.write": { role: "edit", scope: "schema:write" },
  /** Open a change request, push to its branch, and comment on it. */
  "change.propose": { role: "write", scope: "content:write" },
  "change.approve": { role: "edit", scope: "content:write" },
  /** Also requires permission for everything that the change request changes. */
  "change.merge": { role: "write", scope: "content:write" },
  /** Sync with the upstream now. */
  "upstream.sync": { role: "edit", scope: "content:write" },
  /** Set the upstream repository and its credential, and decide which of two histories to keep. */
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
  /** See the workspace and one's sites. */
  "workspace.read": { role: "member", scope: "content:read" },
  /** See members, plan, and usage. */
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
  /** See skills, projects, workflows, workers, and runs. */
  "skill.read": { role: "member", scope: "skill:read" },
  "skill.write": { role: "member", scope: "skill:write" },
  /** Review the work of others. An admin who is the only member can review their own. */
  "skill.review": { role: "member", scope: "skill:write" },
  /** Change a worker's memory. */
  "memory.write": { role: "member", scope: "variable:write" },
  "variable.workspace": { role: "admin", scope: "variable:write" },
  "variable.worker": { role: "admin", scope: "variable:write" },
  /** Set variables of a project and its workflows. */
  "variable.project": { role: "member", scope: "variable:write", ofProject: true },
  /** See variables of a project and its workflows. */
  "variable.read-project": { role: "member", scope: "skill:read", ofProject: true },
  "project.manage": { role: "admin", scope: "project:admin" },
  "worker.manage": { role: "admin", scope: "worker:admin" },
  /** Start runs without a project. */
  "run.start": { role: "member", scope: "run:write" },
  /** A run gets its project's variables and could print them. */
  "run.start-project": { role: "member", scope: "run:write", ofProject: true },
  /** See the output and files of a run. */
  "run.read-log": { role: "member", scope: "skill:read", ofProject: true },
  "run.cancel": { role: "member", scope: "run:write", ofProject: true },
};

/** The authenticated user of a request, from a session or a token. */
export interface Actor {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** Whether the user is an instance admin. */
  readonly instanceAdmin: boolean;
  readonly credential: SessionCredential | TokenCredential;
}

interface SessionCredential {
  readonly kind: "session";
  readonly id: string;
  /** When the user last authenticated. Sensitive actions require it to be recent. */
  readonly provenAt: string;
}

interface TokenCredential {
  readonly kind: "token";
  readonly id: string;
  readonly scopes: readonly TokenScope[];
  /** Ids of the sites that the token is limited to. Absent: all sites of its owner. */
  readonly sites?: readonly string[];
}

/** Whether an action is allowed, and why not. `hidden` is reported as not found. */
export type Verdict<Role> =
  | { readonly allow: true; readonly role: Role }
  | { readonly allow: false; readonly rule: "hidden" | "role" | "scope"; readonly needs: string };

/** Whether a site role is sufficient for an action. */
export function isEnough(role: SiteRole, action: SiteAction): boolean {
  return SITE_ROLES.indexOf(role) >= SITE_ROLES.indexOf(SITE_ACTIONS[action].role);
}

/**
 * Whether a user can perform an action on a site. A token has the current permissions of its owner, limited by its
 * scopes and sites (spec, "Roles (per site)"; security notes, 2.7).
 */
export function canOnSite(
  actor: Actor,
  action: SiteAction,
  { siteId, access }: { readonly siteId: string; readonly access: SiteStanding },
): Verdict<SiteRole> {
  const { role: least, scope } = SITE_ACTIONS[action];
  const role = siteRole(access);
  if (role === undefined || !coversSite(actor, siteId)) return refuse("hidden", "membership");
  if (!isEnough(role, action)) return refuse("role", least);
  return hasScope(actor, scope) ? { allow: true, role } : refuse("scope", scope);
}

/** Whether a user with this role, or none, can perform an action on a workspace or one of its projects. */
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
  // A token limited to sites can see that their workspace exists, but nothing else.
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

function coversSite({ credential }: Actor, siteId: string): boolean {
  if (credential.kind === "session") return true;
  return credential.sites === undefined || credential.sites.includes(siteId);
}

function hasScope({ credential }: Actor, scope: TokenScope): boolean {
  return credential.kind === "session" || credential.scopes.includes(scope);
}

/**
 * Requires permission for a second action that depends on the request.
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
 * Requires the token scope of a second action that depends on the request and needs the same role. The scope of the
 * route itself is already checked.
 *
 * @throws CmsError `forbidden`
 */
export function requireScope({ credential }: Actor, action: SiteAction): void {
  const { scope } = SITE_ACTIONS[action];
  if (credential.kind === "session" || credential.scopes.includes(scope)) return;
  throw new CmsError("forbidden", `This token needs the scope ${scope}.`);
}
