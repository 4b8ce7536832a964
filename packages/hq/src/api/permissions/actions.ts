import type { GrantedRole } from "../../platform/db/tables/sites.ts";
import type { WorkspaceRole } from "../../platform/db/tables/workspaces.ts";

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
  | "variable.write"
  | "project.manage"
  | "worker.manage"
  | "run.start";

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
  /** Skills, variables, projects, workflows, workers and runs as they are; a run's log, too. */
  "skill.read": { role: "member", scope: "skill:read" },
  "skill.write": { role: "member", scope: "skill:write" },
  "variable.write": { role: "member", scope: "variable:write" },
  "project.manage": { role: "admin", scope: "project:admin" },
  "worker.manage": { role: "admin", scope: "worker:admin" },
  "run.start": { role: "member", scope: "run:write" },
};
