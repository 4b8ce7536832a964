import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { CmsError, isCmsError, newId } from "@loam/cms-core";
import { claimRepository, nameRepository, unfinishedPath } from "@loam/cms-core/git";
import { createSite as createRepository, type SiteStore } from "@loam/cms-core/site";
import { findUser } from "../../people/identity/users/users.ts";
import { findSiteById, type Site } from "../../people/workspaces/sites.ts";
import { lockWorkspace, requireSiteQuota } from "../../people/workspaces/usage.ts";
import { updateWorkspace } from "../../people/workspaces/workspaces.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import type { Hq } from "../../platform/hq.ts";
import { siteGitDir } from "../publisher/site-publisher.ts";
import { siteActor } from "../registry/site-content.ts";

export interface NewSite {
  readonly name: string;
  readonly workspaceId: string;
  /** Email address of the user who creates it. @default the first admin */
  readonly by?: string;
  /** The id of an imported site. @default a generated id */
  readonly id?: string;
  /**
   * Whether publishing is on from the start. For sites that users create, turning on publishing is a separate request
   * that requires a payment method.
   *
   * @default true
   */
  readonly publishing?: boolean;
  /**
   * Whether the workspace's plan must allow another site. Plans don't limit the operator on the command line.
   *
   * @default false
   */
  readonly withinPlan?: boolean;
}

/**
 * Creates a site without content.
 *
 * @throws CmsError `name_taken` if the workspace has a site with this name, `quota_exceeded`, `not_found` for an
 * unknown user, `conflict` if a repository with this id exists.
 */
export async function createSite(hq: Hq, site: NewSite): Promise<Site> {
  const created = await createSiteWith(hq, site, async () => Promise.resolve());
  return created.site;
}

/**
 * Creates a site with the content that `fill` writes. The site stays invisible until it is complete. If it fails or the
 * process is killed, nothing remains.
 */
export async function createSiteWith<T>(
  hq: Hq,
  site: NewSite,
  fill: (store: SiteStore) => Promise<T>,
): Promise<{ readonly site: Site; readonly made: T }> {
  const { id = newId("site"), name } = site;
  const actor = siteActor(await findUser(hq.database, site.by));
  return createSiteFrom(hq, { ...site, id }, async (gitDir) => {
    const config = { id, name, paths: {}, routes: {} };
    const store = await createRepository(gitDir, config, { actor, now: hq.now });
    try {
      return await fill(store);
    } finally {
      await store.close();
    }
  });
}

/**
 * Creates a site from the repository that `make` creates at a given path. The repository gets its final name first;
 * then its row makes it a site. Of concurrent requests for the same name, or for the last site of a plan, the first one
 * succeeds.
 *
 * @throws CmsError as `createSite`, and errors of `make`
 */
export async function createSiteFrom<T>(
  hq: Hq,
  site: NewSite & { readonly id: string },
  make: (gitDir: string) => Promise<T>,
): Promise<{ readonly site: Site; readonly made: T }> {
  await requireFreeSiteName(hq.database, site);
  const gitDir = siteGitDir(hq, site.id);
  if (existsSync(gitDir)) {
    throw new CmsError("conflict", `A repository of the site ${site.id} already exists.`);
  }
  const unfinished = unfinishedPath(gitDir);
  try {
    const created = await make(unfinished);
    await nameRepository(unfinished, gitDir);
    return { site: await registerSite(hq, site), made: created };
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function registerSite(hq: Hq, site: NewSite & { readonly id: string }): Promise<Site> {
  let created: Site;
  try {
    created = await transact(hq.database, (transaction) => insertSite(transaction, site, hq));
  } catch (error) {
    // After any other error, the row might exist.
    if (isCmsError(error)) await rm(siteGitDir(hq, site.id), { recursive: true, force: true });
    throw error;
  }
  await claimRepository(siteGitDir(hq, site.id));
  await hq.opened?.follow(site.id);
  return created;
}

/**
 * Inserts the row of an existing repository, which makes it a site.
 *
 * @throws CmsError `name_taken`, `quota_exceeded`, `not_found` for an unknown user
 */
export async function insertSite(
  transaction: ControlDatabase,
  { id, name, workspaceId, by, publishing = true, withinPlan = false }: NewSite & { id: string },
  { now, config }: Pick<Hq, "now" | "config">,
): Promise<Site> {
  const user = await findUser(transaction, by);
  const plan = await lockWorkspace(transaction, workspaceId);
  if (withinPlan) await requireSiteQuota(transaction, { id: workspaceId, plan }, config);
  await requireFreeSiteName(transaction, { name, workspaceId });
  await transaction
    .insertInto("sites")
    .values({
      id,
      workspace_id: workspaceId,
      name,
      created_by: user?.id ?? null,
      created_at: now().toISOString(),
      publishing: publishing ? 1 : 0,
    })
    .execute();
  // An operator who creates a site on the command line could also turn on the CMS.
  if (publishing) await updateWorkspace(transaction, workspaceId, { cms_enabled: 1 });
  const site = await findSiteById(transaction, id);
  if (site === undefined) throw new Error(`The site ${id} no longer exists.`);
  return site;
}

/** @throws CmsError `name_taken` if the workspace has a site with this name */
export async function requireFreeSiteName(
  database: ControlDatabase,
  { name, workspaceId }: Pick<NewSite, "name" | "workspaceId">,
): Promise<void> {
  const taken = await database
    .selectFrom("sites")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("name", "=", name)
    .executeTakeFirst();
  if (taken === undefined) return;
  throw new CmsError("name_taken", `The workspace already has a site ${name}: ${taken.id}.`);
}
