import { CmsError, newId } from "@loam/cms-core";
import { createSite as createRepository } from "@loam/cms-core/store";
import { findUser } from "../identity/users/find-user.ts";
import type { Hq } from "../open-hq.ts";
import { siteActor } from "./site-actor.ts";
import { siteGitDir } from "./site-publisher.ts";
import type { Site } from "./sites.ts";

export interface NewSite {
  readonly name: string;
  readonly workspaceId: string;
  /** E-mail address of the user who makes it; the first admin unless given. */
  readonly by?: string;
  /** The id of a site that comes from elsewhere; a new one unless given. */
  readonly id?: string;
}

/**
 * Makes a site: its repository first, then its row, so that a crash between the two leaves a folder
 * that nothing names.
 *
 * @throws CmsError `name_taken` when the workspace has a site of this name, `not_found` for an
 * unknown user, `conflict` when the id has a repository already.
 */
export async function createSite(hq: Hq, { name, workspaceId, by, id }: NewSite): Promise<Site> {
  const { database, now } = hq;
  const user = await findUser(database, by);
  await refuseTakenName(hq, { name, workspaceId });
  const siteId = id ?? newId("site");
  const store = await createRepository(
    siteGitDir(hq, siteId),
    { id: siteId, name, paths: {}, routes: {} },
    { actor: siteActor(user), now },
  );
  await store.close();
  return registerSite(hq, { name, workspaceId, id: siteId, ...(by !== undefined && { by }) });
}

/** Makes the row of a site whose repository stands. @throws CmsError `not_found` for an unknown user. */
export async function registerSite(
  { database, now }: Hq,
  { name, workspaceId, by, id }: NewSite & { readonly id: string },
): Promise<Site> {
  const user = await findUser(database, by);
  const createdAt = now().toISOString();
  await database
    .insertInto("sites")
    .values({
      id,
      workspace_id: workspaceId,
      name,
      created_by: user?.id ?? null,
      created_at: createdAt,
    })
    .execute();
  return { id, workspaceId, name, createdAt };
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
