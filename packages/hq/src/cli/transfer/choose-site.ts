import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import { parseSiteFile } from "@loam/cms-core/content";
import type { ImportTarget } from "../../content/transfer/import-into-site.ts";
import { findUser } from "../../people/identity/users/users.ts";
import { findSite, listSites } from "../../people/workspaces/sites.ts";
import { findWorkspace } from "../../people/workspaces/workspaces.ts";
import type { Hq } from "../../platform/hq.ts";
import { createSite } from "../../sites/manage/create-site.ts";
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

/**
 * The site that a folder is imported into: the one that is named, a new one, or the only one there is.
 * A site repository's files keep the id of their site where a site is made for them.
 *
 * @throws CmsError `site_not_found`, `invalid`
 */
export async function chooseSite(
  hq: Hq,
  folder: string,
  choice: SiteChoice & { readonly dryRun: boolean },
): Promise<ImportTarget> {
  const actor = siteActor(await findUser(hq.database, choice.as));
  return { siteId: await chooseId(hq, folder, choice), actor };
}

async function chooseId(
  hq: Hq,
  folder: string,
  choice: SiteChoice & { readonly dryRun: boolean },
): Promise<string> {
  const { site, create } = choice;
  if (site !== undefined && create !== undefined) {
    throw new CmsError("invalid", "Use either --site or --create.");
  }
  if (site !== undefined) return (await findSite(hq.database, site)).id;
  if (create !== undefined) return newSite(hq, folder, { ...choice, name: create });
  const [only, second] = await listSites(hq.database);
  if (only !== undefined && second === undefined) return only.id;
  const message =
    only === undefined
      ? "There is no site yet: use --create <name>."
      : "There are several sites: name one with --site.";
  throw new CmsError("invalid", message);
}

interface NewSiteChoice extends SiteChoice {
  readonly name: string;
  readonly dryRun: boolean;
}

async function newSite(
  hq: Hq,
  folder: string,
  { name, workspace, as, dryRun }: NewSiteChoice,
): Promise<string> {
  if (dryRun) throw new CmsError("invalid", "A dry run makes no site; name one with --site.");
  const id = await ownId(folder);
  const sites = await listSites(hq.database);
  if (id !== undefined && sites.some((known) => known.id === id)) return id;
  const { id: workspaceId } = await findWorkspace(hq.database, workspace);
  const made = await createSite(hq, {
    name,
    workspaceId,
    ...(as !== undefined && { by: as }),
    ...(id !== undefined && { id }),
  });
  return made.id;
}

/** The id in the `site.yml` of a site repository's files. */
async function ownId(folder: string): Promise<string | undefined> {
  const path = join(folder, "site.yml");
  return existsSync(path) ? parseSiteFile(await readFile(path)).id : undefined;
}
