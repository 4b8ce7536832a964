import { rm } from "node:fs/promises";
import { CmsError, newId } from "@loam/cms-core";
import { createSite as createRepository } from "@loam/cms-core/store";
import { findUser } from "../../people/identity/users/users.ts";
import { findSiteById, type Site } from "../../people/workspaces/sites.ts";
import { updateWorkspace } from "../../people/workspaces/workspaces.ts";
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
   * Whether it publishes from the beginning: what the operator makes at the machine does, what people
   * make turns publishing on by its own act, which wants a payment method.
   *
   * @default true
   */
  readonly publishing?: boolean;
}

/**
 * Makes a site: its repository first, then its row, so that a crash between the two leaves a folder
 * that nothing names.
 *
 * @throws CmsError `name_taken` when the workspace has a site of this name, `not_found` for an
 * unknown user, `conflict` when the id has a repository already.
 */
export async function createSite(hq: Hq, site: NewSite): Promise<Site> {
  const { database, now } = hq;
  const { name, workspaceId, by, id } = site;
  const user = await findUser(database, by);
  await refuseTakenName(hq, { name, workspaceId });
  const siteId = id ?? newId("site");
  const store = await createRepository(
    siteGitDir(hq, siteId),
    { id: siteId, name, paths: {}, routes: {} },
    { actor: siteActor(user), now },
  );
  await store.close();
  return registerSite(hq, { ...site, id: siteId });
}

/** Takes a site back that was just made, and that nobody has seen: its row, then its repository. */
export async function discardSite(hq: Hq, id: string): Promise<void> {
  await hq.opened?.drop(id);
  await hq.database.deleteFrom("sites").where("id", "=", id).execute();
  await rm(siteGitDir(hq, id), { recursive: true, force: true });
}

/** Makes the row of a site whose repository stands. @throws CmsError `not_found` for an unknown user. */
export async function registerSite(
  { database, now, opened }: Hq,
  { name, workspaceId, by, id, publishing = true }: NewSite & { readonly id: string },
): Promise<Site> {
  const user = await findUser(database, by);
  await database
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
  // Who makes a site at the machine is who could enable the CMS.
  if (publishing) await updateWorkspace(database, workspaceId, { cms_enabled: 1 });
  const site = await findSiteById(database, id);
  if (site === undefined) throw new CmsError("site_not_found", `The site ${id} is gone.`);
  await opened?.follow(id);
  return site;
}

/** @throws CmsError `name_taken` when the workspace has a site of this name */
export async function refuseTakenName(
  { database }: Hq,
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
