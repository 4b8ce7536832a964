import { CmsError, isSiteId } from "@loam/cms-core";
import {
  canInWorkspace,
  canOnSite,
  isEnough,
  type SiteAction,
  type SiteRole,
  siteRole,
  type SiteStanding,
  type Verdict,
  type WorkspaceAction,
} from "../../api/permissions/permissions.ts";
import { type ActorContext, type Caller, type Policy, requireActor } from "../../api/policy.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { WorkspaceRole } from "../../platform/db/tables/workspaces.ts";
import { findSiteById, type Site } from "./sites.ts";
import { findWorkspaceByName, type Workspace } from "./workspaces.ts";

export interface WorkspaceContext extends ActorContext {
  readonly workspace: Workspace;
  readonly role: WorkspaceRole;
}

export interface SiteContext extends ActorContext {
  readonly site: Site;
  /** The workspace that contains the site. */
  readonly workspace: Workspace;
  readonly role: SiteRole;
}

interface InWorkspaceOptions {
  /** Whether the user is a member of the project in the path. @default no one is */
  readonly isOnProject?: (caller: Caller, userId: string) => Promise<boolean>;
}

/** Allows members of the workspace in the path parameter `{ws}` (slug or id). */
export function inWorkspace(
  action: WorkspaceAction,
  { isOnProject = () => Promise.resolve(false) }: InWorkspaceOptions = {},
): Policy<WorkspaceContext> {
  return {
    rule: { kind: "workspace", action },
    async authorise(caller) {
      const actor = requireActor(caller);
      const name = caller.params["ws"] ?? "";
      const found = await findWorkspaceAccess(caller.database, name, actor.userId);
      if (found === undefined) throw noWorkspace(name);
      const verdict = canInWorkspace(actor, action, found.role, {
        isOnProject: await isOnProject(caller, actor.userId),
      });
      if (!verdict.allow) throw refusal(verdict, noWorkspace(name));
      return { actor, workspace: found.workspace, role: verdict.role };
    },
  };
}

/** Allows users with a role on the site in the path parameter `{site}` (id). */
export function onSite(action: SiteAction): Policy<SiteContext> {
  return {
    rule: { kind: "site", action },
    async authorise(caller) {
      const actor = requireActor(caller);
      const siteId = caller.params["site"] ?? "";
      if (!isSiteId(siteId)) throw noSite();
      const found = await findSiteAccess(caller.database, siteId, actor.userId);
      if (found === undefined) throw noSite();
      const verdict = canOnSite(actor, action, { siteId, access: found.access });
      if (!verdict.allow) throw refusal(verdict, noSite());
      requireCms(found.workspace);
      if (REVIEWED.has(action)) requireNoReview(found.site);
      return { actor, site: found.site, workspace: found.workspace, role: verdict.role };
    },
  };
}

/** Hidden objects return the same error as missing ones (security notes, AUT-20). */
function refusal(verdict: Exclude<Verdict<never>, { allow: true }>, hidden: CmsError): CmsError {
  if (verdict.rule === "hidden") return hidden;
  return forbiddenError(
    verdict.rule === "role"
      ? `This requires the role ${verdict.needs}.`
      : `This token needs the scope ${verdict.needs}.`,
  );
}

/** Actions that change `main`, except media, which are invisible until an entry uses them. */
const REVIEWED: ReadonlySet<SiteAction> = new Set(["entry.write", "entry.migrate", "schema.write"]);

/** @throws CmsError `review_required` if `main` changes only through approved change requests */
export function requireNoReview({ reviewRequired }: Pick<Site, "reviewRequired">): void {
  if (!reviewRequired) return;
  throw new CmsError(
    "review_required",
    "This site requires review. Open a change request instead.",
  );
}

function forbiddenError(message: string): CmsError {
  return new CmsError("forbidden", message);
}

function noSite(): CmsError {
  return new CmsError("site_not_found", "Site not found.");
}

function noWorkspace(name: string): CmsError {
  return new CmsError("not_found", `Workspace not found: ${name}.`);
}

/**
 * The CMS is off until an instance admin turns it on for a workspace (spec, "What the service does").
 *
 * @throws CmsError `feature_disabled`
 */
export function requireCms({ slug, cms }: Pick<Workspace, "slug" | "cms">): void {
  if (cms) return;
  throw new CmsError(
    "feature_disabled",
    `The CMS is not enabled for the workspace ${slug}. Ask an instance admin.`,
  );
}

interface FoundSite {
  readonly site: Site;
  /** The workspace that contains the site. */
  readonly workspace: Workspace;
  readonly access: SiteStanding;
}

/** Returns a site and a user's relation to it, or `undefined` if there is no such site. */
export async function findSiteAccess(
  database: ControlDatabase,
  siteId: string,
  userId: string,
): Promise<FoundSite | undefined> {
  const site = await findSiteById(database, siteId);
  const workspace = site && (await findWorkspaceByName(database, site.workspaceId));
  if (site === undefined || workspace === undefined) return undefined;
  const workspaceRole = await findRole(database, site.workspaceId, userId);
  const grant = await database
    .selectFrom("site_access")
    .select("role")
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const access = {
    creator: site.createdBy === userId,
    ...(workspaceRole !== undefined && { workspaceRole }),
    ...(grant !== undefined && { grant: grant.role }),
  };
  return { site, workspace, access };
}

/** Returns a workspace by slug or id with a user's role in it, or `undefined` if there is no such workspace. */
export async function findWorkspaceAccess(
  database: ControlDatabase,
  slugOrId: string,
  userId: string,
): Promise<
  { readonly workspace: Workspace; readonly role: WorkspaceRole | undefined } | undefined
> {
  const workspace = await findWorkspaceByName(database, slugOrId);
  if (workspace === undefined) return undefined;
  return { workspace, role: await findRole(database, workspace.id, userId) };
}

/** Returns a user's role in a workspace, or `undefined` for a nonmember. */
export async function findRole(
  database: ControlDatabase,
  workspaceId: string,
  userId: string,
): Promise<WorkspaceRole | undefined> {
  const row = await database
    .selectFrom("members")
    .select("role")
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.role;
}

/** A user who requested a later action. */
interface EarlierRequest {
  /** `null` if the user is no longer known. */
  readonly userId: string | null | undefined;
  readonly siteId: string;
  readonly action: SiteAction;
}

/**
 * Returns the user if they still have permission for what they requested earlier. Scheduled and offered actions end
 * with the permission and with the account (security notes, AUT-10).
 */
export async function findStillAllowed(
  database: ControlDatabase,
  { userId, siteId, action }: EarlierRequest,
): Promise<{ readonly name: string; readonly email: string } | undefined> {
  const user = await database
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("id", "=", userId ?? "")
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  const found = user && (await findSiteAccess(database, siteId, user.id));
  const role = found && siteRole(found.access);
  if (user === undefined || role === undefined) return undefined;
  return isEnough(role, action) ? { name: user.name, email: user.email } : undefined;
}
