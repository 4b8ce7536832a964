import { CmsError } from "@loam/cms-core";
import { requireCms } from "../people/workspaces/require-cms.ts";
import type { Site } from "../people/workspaces/sites.ts";
import { findSiteStanding, findWorkspaceStanding } from "../people/workspaces/standing.ts";
import type { Workspace } from "../people/workspaces/workspaces.ts";
import type { ControlDatabase } from "../platform/db/database.ts";
import type { SiteAction, WorkspaceAction } from "./permissions/actions.ts";
import type { Actor } from "./permissions/actor.ts";
import { canInWorkspace, canOnSite, type Verdict } from "./permissions/can.ts";
import type { SiteRole, WorkspaceRole } from "./permissions/roles.ts";

/** Who asks for what: `params` are the parts of the path by name. */
export interface Caller {
  readonly actor: Actor | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly database: ControlDatabase;
}

/** Who may use a route: everyone, who is signed in, an instance admin, or by the permission table. */
export type PolicyRule =
  | { readonly kind: "anyone" | "signed-in" | "in-person" | "instance-admin" }
  | { readonly kind: "workspace"; readonly action: WorkspaceAction }
  | { readonly kind: "site"; readonly action: SiteAction };

/** A rule, and what a handler behind it is told. Every route has one. */
export interface Policy<Context> {
  readonly rule: PolicyRule;
  /** @throws CmsError `not_signed_in`, `forbidden`, `site_not_found`, `not_found` */
  authorise(caller: Caller): Promise<Context>;
}

export interface ActorContext {
  readonly actor: Actor;
}

export interface WorkspaceContext extends ActorContext {
  readonly workspace: Workspace;
  readonly role: WorkspaceRole;
}

export interface SiteContext extends ActorContext {
  readonly site: Site;
  /** Where the site is. */
  readonly workspace: Workspace;
  readonly role: SiteRole;
}

/** For what must work before a person is signed in. */
export const anyone: Policy<{ readonly actor: Actor | undefined }> = {
  rule: { kind: "anyone" },
  authorise: ({ actor }) => Promise.resolve({ actor }),
};

/** Every person, also by a token of any scope. */
export const signedIn: Policy<ActorContext> = {
  rule: { kind: "signed-in" },
  authorise: (caller) => Promise.resolve({ actor: requireActor(caller) }),
};

/** A person in a session: what changes an account, a token must not reach. */
export const inPerson: Policy<ActorContext> = {
  rule: { kind: "in-person" },
  authorise: (caller) => Promise.resolve({ actor: requireSession(caller) }),
};

/** Who administers the instance, in a session. */
export const instanceAdmin: Policy<ActorContext> = {
  rule: { kind: "instance-admin" },
  authorise: (caller) => {
    const actor = requireSession(caller);
    if (!actor.instanceAdmin) throw forbidden("This is for admins of the instance.");
    return Promise.resolve({ actor });
  },
};

/** Members of the workspace that `{ws}` of the path names, by slug or id. */
export function inWorkspace(action: WorkspaceAction): Policy<WorkspaceContext> {
  return {
    rule: { kind: "workspace", action },
    async authorise(caller) {
      const actor = requireActor(caller);
      const name = caller.params["ws"] ?? "";
      const found = await findWorkspaceStanding(caller.database, name, actor.userId);
      if (found === undefined) throw noWorkspace(name);
      const verdict = canInWorkspace(actor, action, found.role);
      if (!verdict.allow) throw refusal(verdict, noWorkspace(name));
      return { actor, workspace: found.workspace, role: verdict.role };
    },
  };
}

/** Who has a role at the site that `{site}` of the path names by its id. */
export function onSite(action: SiteAction): Policy<SiteContext> {
  return {
    rule: { kind: "site", action },
    async authorise(caller) {
      const actor = requireActor(caller);
      const siteId = caller.params["site"] ?? "";
      const found = await findSiteStanding(caller.database, siteId, actor.userId);
      if (found === undefined) throw noSite();
      const verdict = canOnSite(actor, action, { siteId, standing: found.standing });
      if (!verdict.allow) throw refusal(verdict, noSite());
      requireCms(found.workspace);
      return { actor, site: found.site, workspace: found.workspace, role: verdict.role };
    },
  };
}

function requireActor({ actor }: Caller): Actor {
  if (actor !== undefined) return actor;
  throw new CmsError("not_signed_in", "Sign in, or send a personal access token.");
}

function requireSession(caller: Caller): Actor {
  const actor = requireActor(caller);
  if (actor.credential.kind === "session") return actor;
  throw forbidden("A token cannot do this; sign in.");
}

/** What is not shown to a person is not told from what is not there (security notes, AUT-20). */
function refusal(verdict: Exclude<Verdict<never>, { allow: true }>, hidden: CmsError): CmsError {
  if (verdict.rule === "hidden") return hidden;
  return forbidden(
    verdict.rule === "role"
      ? `Your role does not allow this; it takes ${verdict.needs}.`
      : `This token does not allow this; it takes ${verdict.needs}.`,
  );
}

function forbidden(message: string): CmsError {
  return new CmsError("forbidden", message);
}

function noSite(): CmsError {
  return new CmsError("site_not_found", "There is no such site.");
}

function noWorkspace(name: string): CmsError {
  return new CmsError("not_found", `There is no workspace ${name}.`);
}
