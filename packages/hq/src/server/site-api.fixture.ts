import { grantAccess } from "../people/access/site-access.ts";
import type { Site } from "../people/workspaces/sites.ts";
import { listWorkspaces } from "../people/workspaces/workspaces.ts";
import type { Environment } from "../platform/config/config.ts";
import { createSite } from "../sites/manage/create-site.ts";
import { type Answer, type Asking, type ManagedHq, openManagedHq } from "./manage-api.fixture.ts";

/** Users, named after their site role. */
export type Person = "admin" | "editor" | "writer" | "viewer" | "stranger";

/** A managed HQ with one site and a user of each role. */
export interface SiteApi extends Omit<ManagedHq, "ask"> {
  readonly site: Site;
  /** Sends a request, as a site admin by default. `path` is relative to the site. */
  ask(method: string, path: string, asking?: Asking & { readonly as?: Person }): Promise<Answer>;
}

/** Starts it until it is closed. */
export async function startSiteApi(environment: Environment = {}): Promise<SiteApi> {
  const hq = await openManagedHq(environment);
  const { database } = hq.services.hq;
  const [workspace] = await listWorkspaces(database);
  const site = await createSite(hq.services.hq, { name: "Blog", workspaceId: workspace?.id ?? "" });
  await hq.services.sites.follow(site.id);
  await hq.addPerson("stranger");
  await hq.addPerson("viewer", "member");
  for (const [name, role] of [
    ["editor", "edit"],
    ["writer", "write"],
  ] as const) {
    const { userId } = await hq.addPerson(name, "member");
    await grantAccess(database, { site, user: userId, role }, hq.services.hq);
  }
  return {
    ...hq,
    site,
    ask: (method, path, { as = "admin", ...asking } = {}) =>
      hq.ask(as, method, `/sites/${site.id}${path}`, asking),
    get time() {
      return hq.time;
    },
    set time(value) {
      hq.time = value;
    },
  };
}
