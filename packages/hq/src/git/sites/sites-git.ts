import { isSiteId } from "@loam/cms-core";
import { actorOfToken } from "../../people/identity/authenticate-request.ts";
import type { Identity } from "../../people/identity/identity.ts";
import { onSite, type SiteContext } from "../../people/workspaces/policies.ts";
import { FILE_ACTIONS } from "../../sites/registry/file-action.ts";
import type { OpenGitPlace } from "../git-place.ts";
import { receiverOf, type ReceiverDeps } from "./receive-push.ts";
import { refusalOf } from "./ref-rules.ts";

interface SitesGitDeps extends ReceiverDeps {
  readonly identity: Identity;
}

/** Whether a name below `/git/` is a site id. */
export function isSiteName(name: string): boolean {
  return isSiteId(name);
}

/** Finds a site's repository by id: readable with view access, and writable by the rules of saves. */
export function openSitesByGit(deps: SitesGitDeps): OpenGitPlace {
  return async ({ name, service, token, address }) => {
    const { hq, sites, identity } = deps;
    const actor = await actorOfToken(identity, token, { address });
    const params = { site: name };
    const context = await onSite("site.read").authorise({ actor, params, database: hq.database });
    if (service === "git-upload-pack") {
      const repository = sites.repository(name) ?? (await sites.content(name)).store.repository;
      return { repository };
    }
    requireSomeWrite(context);
    hq.databaseWatch.requireIntact();
    const { store } = await sites.content(name);
    return {
      repository: store.repository,
      receiver: receiverOf(deps, store, { context, address }),
    };
  };
}

/** Prevents useless uploads. Permissions for individual files are checked after the upload. */
function requireSomeWrite(context: SiteContext): void {
  const actions = ["change.propose" as const, ...FILE_ACTIONS];
  const refusals = actions.map((action) => refusalOf(context, action));
  const [first] = refusals;
  if (refusals.every((refusal) => refusal !== undefined) && first !== undefined) throw first;
}
