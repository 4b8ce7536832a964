import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CmsError, newId } from "@loam/cms-core";
import { parseSiteFile } from "@loam/cms-core/content";
import type { Actor } from "@loam/cms-core/site";
import type { ImportTarget, NewTarget } from "../../content/transfer/import-into-site.ts";
import { findUser } from "../../people/identity/users/users.ts";
import { findSite, listSites } from "../../people/workspaces/sites.ts";
import { findWorkspace } from "../../people/workspaces/workspaces.ts";
import type { Hq } from "../../platform/hq.ts";
import { requireFreeSiteName } from "../../sites/manage/create-site.ts";
import { siteActor } from "../../sites/registry/site-content.ts";

export interface SiteChoice {
  /** Id or name. */
  readonly site?: string;
  /** Name of a site to create. */
  readonly create?: string;
  /** Slug of its workspace. */
  readonly workspace?: string;
  /** Email address of the user who imports. */
  readonly as?: string;
}

/**
 * Returns the site to import a folder into: the named one, a new one, or the only existing one. If a site is created
 * from the files of a site repository, it keeps their site id.
 *
 * @throws CmsError `site_not_found`, `invalid`, `name_taken`
 */
export async function chooseSite(
  hq: Hq,
  folder: string,
  choice: SiteChoice,
): Promise<ImportTarget | NewTarget> {
  const actor = siteActor(await findUser(hq.database, choice.as));
  const { site, create } = choice;
  if (site !== undefined && create !== undefined) {
    throw new CmsError("invalid", "Use either --site or --create.");
  }
  if (create !== undefined) return newTarget(hq, folder, { ...choice, name: create, actor });
  return { siteId: await existingId(hq, site), actor };
}

async function existingId(hq: Hq, site: string | undefined): Promise<string> {
  if (site !== undefined) return (await findSite(hq.database, site)).id;
  const [only, second] = await listSites(hq.database);
  if (only !== undefined && second === undefined) return only.id;
  const message =
    only === undefined
      ? "There are no sites yet. Use --create <name>."
      : "There are several sites. Name one with --site.";
  throw new CmsError("invalid", message);
}

interface NewSiteChoice extends SiteChoice {
  readonly name: string;
  readonly actor: Actor;
}

async function newTarget(
  hq: Hq,
  folder: string,
  { name, workspace, as, actor }: NewSiteChoice,
): Promise<ImportTarget | NewTarget> {
  const id = await ownId(folder);
  const sites = await listSites(hq.database);
  if (id !== undefined && sites.some((known) => known.id === id)) return { siteId: id, actor };
  const { id: workspaceId } = await findWorkspace(hq.database, workspace);
  await requireFreeSiteName(hq.database, { name, workspaceId });
  const site = { name, workspaceId, ...(as && { by: as }), id: id ?? newId("site") };
  return { site, actor };
}

/** Returns the id in the `site.yml` of a site repository. */
async function ownId(folder: string): Promise<string | undefined> {
  const path = join(folder, "site.yml");
  return existsSync(path) ? parseSiteFile(await readFile(path)).id : undefined;
}
