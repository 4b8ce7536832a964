import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import { parseSiteFile } from "@loam/cms-core/content";
import type { Actor } from "@loam/cms-core/store";
import type { ImportTarget } from "../../content/transfer/import-into-site.ts";
import { findUser } from "../../people/identity/users/users.ts";
import { findSite, listSites } from "../../people/workspaces/sites.ts";
import { findWorkspace } from "../../people/workspaces/workspaces.ts";
import type { Hq } from "../../platform/hq.ts";
import type { NewSite } from "../../sites/manage/create-site.ts";
import { siteActor } from "../../sites/registry/site-actor.ts";

export interface SiteChoice {
  /** Id or name. */
  readonly site?: string;
  /** Name of a site to make. */
  readonly create?: string;
  /** Slug of its workspace. */
  readonly workspace?: string;
  /** E-mail address of the person who imports. */
  readonly as?: string;
}

/** A site that there is, or one that is to be made. */
export type ChosenSite = ImportTarget | { readonly newSite: NewSite; readonly actor: Actor };

/**
 * The site that a folder is imported into: the one that is named, a new one, or the only one there is.
 * A site repository's files keep the id of their site where a site is made for them.
 *
 * @throws CmsError `site_not_found`, `invalid`
 */
export async function chooseSite(hq: Hq, folder: string, choice: SiteChoice): Promise<ChosenSite> {
  const { site, create } = choice;
  const actor = siteActor(await findUser(hq.database, choice.as));
  if (site !== undefined && create !== undefined) {
    throw new CmsError("invalid", "Use either --site or --create.");
  }
  if (site !== undefined) return { siteId: (await findSite(hq.database, site)).id, actor };
  if (create !== undefined) return chooseNew(hq, folder, { ...choice, name: create, actor });
  const [only, second] = await listSites(hq.database);
  if (only !== undefined && second === undefined) return { siteId: only.id, actor };
  const message =
    only === undefined
      ? "There is no site yet: use --create <name>."
      : "There are several sites: name one with --site.";
  throw new CmsError("invalid", message);
}

interface NewSiteChoice extends SiteChoice {
  readonly name: string;
  readonly actor: Actor;
}

async function chooseNew(
  hq: Hq,
  folder: string,
  { name, workspace, as, actor }: NewSiteChoice,
): Promise<ChosenSite> {
  const id = await ownId(folder);
  const sites = await listSites(hq.database);
  if (id !== undefined && sites.some((known) => known.id === id)) return { siteId: id, actor };
  const { id: workspaceId } = await findWorkspace(hq.database, workspace);
  const newSite = {
    name,
    workspaceId,
    ...(as !== undefined && { by: as }),
    ...(id !== undefined && { id }),
  };
  return { newSite, actor };
}

/** The id in the `site.yml` of a site repository's files. */
async function ownId(folder: string): Promise<string | undefined> {
  const path = join(folder, "site.yml");
  return existsSync(path) ? parseSiteFile(await readFile(path)).id : undefined;
}
