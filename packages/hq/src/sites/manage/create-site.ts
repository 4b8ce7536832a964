import { rm } from "node:fs/promises";
import { CmsError, isCmsError, newId } from "@loam/cms-core";
import { createSite as createRepository } from "@loam/cms-core/store";
import { findUser } from "../../people/identity/users/users.ts";
import { findSiteById, type Site } from "../../people/workspaces/sites.ts";
import { holdWorkspace, refuseFullWorkspace } from "../../people/workspaces/usage.ts";
import { updateWorkspace } from "../../people/workspaces/workspaces.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import type { Hq } from "../../platform/hq.ts";
import { siteGitDir } from "../publisher/site-publisher.ts";
import { siteActor } from "../registry/site-actor.ts";

export interface NewSite {
  readonly name: string;
  readonly workspaceId: string;
  /** E-mail address of the user who makes it; the first admin unless given. */
  readonly by?: string;
  /** The id of a site that comes from elsewhere; a new one unless given. */
  readonly id?: string;
  /**
   * Whether it publishes from the beginning: a site that the operator makes at the machine does; for one that people
   * make, publishing is turned on by a request of its own, which needs a payment method.
   *
   * @default true
   */
  readonly publishing?: boolean;
  /**
   * Whether the workspace's plan must have room for it: what the operator makes at the machine stands above plans.
   *
   * @default false
   */
  readonly withinPlan?: boolean;
}

/**
 * Makes a site: its repository first, then its row, so that a crash between the two leaves a folder
 * that nothing names.
 *
 * @throws CmsError `name_taken` when the workspace has a site of this name, `quota_exceeded`, `not_found` for an
 * unknown user, `conflict` when the id has a repository already.
 */
export async function createSite(hq: Hq, site: NewSite): Promise<Site> {
  const { database, now } = hq;
  const { name, workspaceId, by, id } = site;
  const user = await findUser(database, by);
  await refuseTakenName(database, { name, workspaceId });
  const siteId = id ?? newId("site");
  const store = await createRepository(
    siteGitDir(hq, siteId),
    { id: siteId, name, paths: {}, routes: {} },
    { actor: siteActor(user), now },
  );
  await store.close();
  return registerSite(hq, { ...site, id: siteId });
}

/** Removes a site that was just made and that nobody has seen: its row, then its repository. */
export async function discardSite(hq: Hq, id: string): Promise<void> {
  await hq.opened?.drop(id);
  await hq.database.deleteFrom("sites").where("id", "=", id).execute();
  await removeRepository(hq, id);
}

/**
 * Makes the row of a site whose repository stands. Of those who ask for one name, or for the last place of a plan, at
 * one time, the first gets it; the repositories of the others are removed.
 *
 * @throws CmsError `name_taken`, `quota_exceeded`, `not_found` for an unknown user
 */
export async function registerSite(hq: Hq, site: NewSite & { readonly id: string }): Promise<Site> {
  try {
    const made = await transact(hq.database, (transaction) => insertSite(transaction, site, hq));
    await hq.opened?.follow(site.id);
    return made;
  } catch (error) {
    // Whatever else fails may have made the row.
    if (isCmsError(error)) await removeRepository(hq, site.id);
    throw error;
  }
}

async function insertSite(
  transaction: ControlDatabase,
  { id, name, workspaceId, by, publishing = true, withinPlan = false }: NewSite & { id: string },
  { now }: Pick<Hq, "now">,
): Promise<Site> {
  const user = await findUser(transaction, by);
  const plan = await holdWorkspace(transaction, workspaceId);
  if (withinPlan) await refuseFullWorkspace(transaction, { id: workspaceId, plan });
  await refuseTakenName(transaction, { name, workspaceId });
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
  // Whoever makes a site at the machine could also enable the CMS.
  if (publishing) await updateWorkspace(transaction, workspaceId, { cms_enabled: 1 });
  const site = await findSiteById(transaction, id);
  if (site === undefined) throw new Error(`The site ${id} is gone.`);
  return site;
}

async function removeRepository(hq: Hq, id: string): Promise<void> {
  await rm(siteGitDir(hq, id), { recursive: true, force: true });
}

/** @throws CmsError `name_taken` when the workspace has a site of this name */
export async function refuseTakenName(
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
  throw new CmsError("name_taken", `The workspace has a site ${name} already: ${taken.id}.`);
}
