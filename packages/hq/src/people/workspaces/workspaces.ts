import { CmsError } from "@loam/cms-core";
import type { Selectable, Updateable } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { WorkspaceRole, PlanName } from "../../platform/db/tables/workspaces.ts";
import { transact } from "../../platform/db/transact.ts";
import { randomText } from "../../platform/secrets/secret-token.ts";

export interface Workspace {
  readonly id: string;
  /** What people type: lower-case letters, digits and hyphens. */
  readonly slug: string;
  readonly name: string;
  readonly createdAt: string;
  readonly plan: PlanName;
  /** Whether an instance admin has enabled the CMS here. */
  readonly cms: boolean;
  /** Never charged: it is there so that publishing is not anonymous hosting. */
  readonly paymentMethod?: { readonly label: string; readonly addedAt: string };
}

export interface NewWorkspace {
  readonly slug: string;
  /** The slug unless given. */
  readonly name?: string;
  /** User id; absent while there is nobody yet. */
  readonly ownerId?: string;
}

/**
 * Adds a workspace.
 *
 * @throws CmsError `invalid` for a slug that cannot be one, `name_taken` for one that is in use.
 */
export async function createWorkspace(
  database: ControlDatabase,
  { slug, name = slug, ownerId }: NewWorkspace,
  { now = () => new Date() }: { readonly now?: () => Date } = {},
): Promise<Workspace> {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(slug)) {
    throw new CmsError(
      "invalid",
      `${JSON.stringify(slug)} is not a valid workspace slug. Use up to 63 lowercase letters, digits, and hyphens.`,
    );
  }
  const workspace: Workspace = {
    id: `w${randomText(15)}`,
    slug,
    name,
    createdAt: now().toISOString(),
    plan: "free",
    cms: false,
  };
  await transact(database, async (transaction) => {
    if (await findWorkspaceByName(transaction, slug)) throw slugTaken(slug);
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto("workspaces")
      .values({ id: workspace.id, slug, name, created_at: workspace.createdAt })
      .onConflict((conflict) => conflict.column("slug").doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) throw slugTaken(slug);
    if (ownerId === undefined) return;
    await transaction
      .insertInto("members")
      .values({
        workspace_id: workspace.id,
        user_id: ownerId,
        role: "owner",
        created_at: workspace.createdAt,
      })
      .execute();
  });
  return workspace;
}

function slugTaken(slug: string): CmsError {
  return new CmsError("name_taken", `The workspace ${slug} already exists.`);
}

/** Every workspace, the oldest first. */
export async function listWorkspaces(database: ControlDatabase): Promise<readonly Workspace[]> {
  const rows = await database
    .selectFrom("workspaces")
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(workspaceOf);
}

/** The workspaces of which a person is a member, with their role, by name. */
export async function listWorkspacesOf(
  database: ControlDatabase,
  userId: string,
): Promise<readonly (Workspace & { readonly role: WorkspaceRole })[]> {
  const rows = await database
    .selectFrom("members")
    .innerJoin("workspaces", "workspaces.id", "members.workspace_id")
    .selectAll("workspaces")
    .select("members.role")
    .where("members.user_id", "=", userId)
    .orderBy("workspaces.name")
    .orderBy("workspaces.id")
    .execute();
  return rows.map((row) => Object.assign(workspaceOf(row), { role: row.role }));
}

/** The workspace with a slug or id. A slug may look like an id, so nobody's id is taken for another's slug. */
export async function findWorkspaceByName(
  database: ControlDatabase,
  slugOrId: string,
): Promise<Workspace | undefined> {
  const rows = await database
    .selectFrom("workspaces")
    .selectAll()
    .where((where) => where.or([where("slug", "=", slugOrId), where("id", "=", slugOrId)]))
    .execute();
  const row = rows.find(({ id }) => id === slugOrId) ?? rows[0];
  return row && workspaceOf(row);
}

/**
 * The same.
 *
 * @throws CmsError `not_found`
 */
export async function requireWorkspace(
  database: ControlDatabase,
  slugOrId: string,
): Promise<Workspace> {
  const workspace = await findWorkspaceByName(database, slugOrId);
  if (workspace !== undefined) return workspace;
  throw new CmsError("not_found", `Workspace not found: ${slugOrId}.`);
}

function workspaceOf(row: Selectable<ControlTables["workspaces"]>): Workspace {
  const { payment_label: label, payment_added_at: addedAt } = row;
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    createdAt: row.created_at,
    plan: row.plan,
    cms: row.cms_enabled === 1,
    ...(label !== null && addedAt !== null && { paymentMethod: { label, addedAt } }),
  };
}

/**
 * The workspace with a slug or id; without a name, the only one there is.
 *
 * @throws CmsError `not_found` when there is none, or several and none was named.
 */
export async function findWorkspace(
  database: ControlDatabase,
  slugOrId: string | undefined,
): Promise<Workspace> {
  const workspaces = await listWorkspaces(database);
  if (slugOrId !== undefined) {
    const found = workspaces.find(({ id, slug }) => slug === slugOrId || id === slugOrId);
    if (found !== undefined) return found;
    throw new CmsError("not_found", `Workspace not found: ${slugOrId}.`);
  }
  const [only, second] = workspaces;
  if (only !== undefined && second === undefined) return only;
  throw new CmsError(
    "not_found",
    only === undefined
      ? "There are no workspaces yet. Run hq init."
      : "There are several workspaces. Name one with --workspace <slug>.",
  );
}

/** Changes what the instance allows a workspace, or how it pays. */
export async function updateWorkspace(
  database: ControlDatabase,
  id: string,
  change: Updateable<
    Pick<
      ControlTables["workspaces"],
      "name" | "plan" | "cms_enabled" | "payment_label" | "payment_added_at"
    >
  >,
): Promise<Workspace> {
  const row = await database
    .updateTable("workspaces")
    .set(change)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return workspaceOf(row);
}

/** Forgets a workspace that has no sites, with its members. */
export async function deleteWorkspace(database: ControlDatabase, id: string): Promise<void> {
  await database.deleteFrom("workspaces").where("id", "=", id).execute();
}
