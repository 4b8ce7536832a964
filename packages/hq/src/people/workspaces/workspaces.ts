import { CmsError } from "@loam/cms-core";
import type { Selectable, Updateable } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { WorkspaceRole, PlanName } from "../../platform/db/tables/workspaces.ts";
import { transact } from "../../platform/db/transact.ts";
import { randomText } from "../../platform/secrets/secret-token.ts";

export interface Workspace {
  readonly id: string;
  /** Entered by users: lowercase letters, digits, and hyphens. */
  readonly slug: string;
  readonly name: string;
  readonly createdAt: string;
  readonly plan: PlanName;
  /** Whether an instance admin has turned on the CMS. */
  readonly cms: boolean;
  /** Never charged. Required so that publishing isn't anonymous hosting. */
  readonly paymentMethod?: { readonly label: string; readonly addedAt: string };
}

export interface NewWorkspace {
  readonly slug: string;
  /** @default the slug */
  readonly name?: string;
  /** User id. Absent if there is no user yet. */
  readonly ownerId?: string;
}

/**
 * Creates a workspace.
 *
 * @throws CmsError `invalid` for an invalid slug, `name_taken` if it is in use.
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

/** Lists all workspaces, oldest first. */
export async function listWorkspaces(database: ControlDatabase): Promise<readonly Workspace[]> {
  const rows = await database
    .selectFrom("workspaces")
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toWorkspace);
}

/** Lists the workspaces of a user with their role, by name. */
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
  return rows.map((row) => Object.assign(toWorkspace(row), { role: row.role }));
}

/** Returns the workspace with a slug or id. A slug can look like an id; a matching id takes precedence. */
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
  return row && toWorkspace(row);
}

/**
 * Returns the workspace with a slug or id.
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

function toWorkspace(row: Selectable<ControlTables["workspaces"]>): Workspace {
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
 * Returns the workspace with a slug or id. Without a name, returns the only workspace.
 *
 * @throws CmsError `not_found` if there is none, or if no name was given and there are several.
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

/** Updates the features, plan, or payment method of a workspace. */
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
  return toWorkspace(row);
}

/** Deletes a workspace without sites, with its memberships. */
export async function deleteWorkspace(database: ControlDatabase, id: string): Promise<void> {
  await database.deleteFrom("workspaces").where("id", "=", id).execute();
}
