import { newId } from "@loam/cms-core";
import { duplicateSite as duplicateRepository, type DuplicateReport } from "@loam/cms-core/export";
import { openRepository } from "@loam/cms-core/git";
import { findUser } from "../../people/identity/users/users.ts";
import { findSite } from "../../people/workspaces/sites.ts";
import { findWorkspace } from "../../people/workspaces/workspaces.ts";
import type { Hq } from "../../platform/hq.ts";
import { siteGitDir } from "../publisher/site-publisher.ts";
import { siteActor } from "../registry/site-content.ts";
import { createSiteFrom } from "./create-site.ts";

export interface SiteToDuplicate {
  /** Id or name. */
  readonly source: string;
  readonly name: string;
  readonly entries: boolean;
  readonly media: boolean;
  /** Slug of another workspace. @default the workspace of the source */
  readonly workspace: string | undefined;
  /** Email address of the user who duplicates it. @default the first admin */
  readonly by: string | undefined;
  /** Whether the new site can publish immediately. @default true */
  readonly publishing?: boolean;
  /** As for a new site. @default false */
  readonly withinPlan?: boolean;
}

/**
 * Duplicates a site, without keys, webhooks, and published content.
 *
 * @throws CmsError `site_not_found`, `name_taken`, `quota_exceeded`
 */
export async function duplicateSite(
  hq: Hq,
  { source, name, entries, media, workspace, by, ...rules }: SiteToDuplicate,
): Promise<DuplicateReport> {
  const site = await findSite(hq.database, source);
  const workspaceId =
    workspace === undefined ? site.workspaceId : (await findWorkspace(hq.database, workspace)).id;
  const actor = siteActor(await findUser(hq.database, by));
  const id = newId("site");
  const copy = { id, name, workspaceId, ...rules, ...(by !== undefined && { by }) };
  const repository = await openRepository(siteGitDir(hq, site.id));
  try {
    const { made } = await createSiteFrom(hq, copy, (gitDir) =>
      duplicateRepository(repository, { gitDir, id, name, entries, media, actor, now: hq.now }),
    );
    return made;
  } finally {
    await repository.close();
  }
}
