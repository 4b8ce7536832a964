import { CmsError } from "@loam/cms-core";
import type { ProjectManifest } from "@loam/cms-core/advice";
import type { Selectable } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { newHubId } from "../hub-id.ts";
import { projectManifest } from "./manifest.ts";

/** Shared work of users and workers of a workspace. */
export interface Project {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly siteId?: string;
  readonly manifest: ProjectManifest;
  readonly createdAt: string;
}

interface Place {
  readonly workspaceId: string;
  readonly id: string;
}

export interface ProjectChange {
  readonly name?: string | undefined;
  /** Null removes the site. */
  readonly site?: string | null | undefined;
  readonly manifest?: ProjectManifest | undefined;
}

/** Lists the projects of a workspace, by name. */
export async function listProjects(
  database: ControlDatabase,
  workspaceId: string,
): Promise<readonly Project[]> {
  const rows = await database
    .selectFrom("projects")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .orderBy("name")
    .execute();
  return rows.map(toProject);
}

/** @throws CmsError `not_found` */
export async function findProject(
  database: ControlDatabase,
  { workspaceId, id }: Place,
): Promise<Project> {
  const row = await database
    .selectFrom("projects")
    .selectAll()
    .where("id", "=", id)
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  if (row === undefined) throw new CmsError("not_found", `Project not found: ${id}.`);
  return toProject(row);
}

/** @throws CmsError `name_taken`, and as `updateProject` */
export async function createProject(
  database: ControlDatabase,
  workspaceId: string,
  { name, site, manifest }: ProjectChange & { readonly name: string },
  { now }: { readonly now: () => Date },
): Promise<Project> {
  const id = newHubId("project");
  return transact(database, async (transaction) => {
    await requireFreeName(transaction, { workspaceId, id, name });
    await transaction
      .insertInto("projects")
      .values({
        id,
        workspace_id: workspaceId,
        name,
        manifest: JSON.stringify(manifest ?? projectManifest.parse({})),
        created_at: now().toISOString(),
      })
      .execute();
    return updateProject(transaction, { workspaceId, id }, { site });
  });
}

/** @throws CmsError `not_found` for project or site, `name_taken`, `conflict` if the site belongs to another project */
export async function updateProject(
  database: ControlDatabase,
  place: Place,
  { name, site, manifest }: ProjectChange,
): Promise<Project> {
  return transact(database, async (transaction) => {
    const before = await findProject(transaction, place);
    if (name !== undefined) await requireFreeName(transaction, { ...place, name });
    if (typeof site === "string") await requireFreeSite(transaction, place, site);
    await transaction
      .updateTable("projects")
      .set({
        name: name ?? before.name,
        ...(site !== undefined && { site_id: site }),
        ...(manifest !== undefined && { manifest: JSON.stringify(manifest) }),
      })
      .where("id", "=", place.id)
      .execute();
    return findProject(transaction, place);
  });
}

async function requireFreeName(
  transaction: ControlDatabase,
  { workspaceId, id, name }: Place & { readonly name: string },
): Promise<void> {
  const other = await transaction
    .selectFrom("projects")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("name", "=", name)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (other !== undefined) {
    throw new CmsError("name_taken", `The workspace already has a project ${name}.`);
  }
}

async function requireFreeSite(
  transaction: ControlDatabase,
  { workspaceId, id }: Place,
  siteId: string,
): Promise<void> {
  const site = await transaction
    .selectFrom("sites")
    .select("workspace_id")
    .where("id", "=", siteId)
    .executeTakeFirst();
  if (site?.workspace_id !== workspaceId) {
    throw new CmsError("not_found", `The workspace has no site ${siteId}.`);
  }
  const other = await transaction
    .selectFrom("projects")
    .select(["id", "name", "workspace_id"])
    .where("site_id", "=", siteId)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (other === undefined) return;
  if (other.workspace_id === workspaceId) {
    throw new CmsError("conflict", `The site already belongs to the project ${other.name}.`);
  }
  // The site was transferred here from the workspace of that project.
  await transaction
    .updateTable("projects")
    .set({ site_id: null })
    .where("id", "=", other.id)
    .execute();
}

function toProject(row: Selectable<ControlTables["projects"]>): Project {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    ...(row.site_id !== null && { siteId: row.site_id }),
    manifest: projectManifest.parse(JSON.parse(row.manifest)),
    createdAt: row.created_at,
  };
}

/** Lists the project's members who are still in its workspace, by email address. */
export async function listProjectMembers(
  database: ControlDatabase,
  { workspaceId, id }: Place,
): Promise<readonly { readonly userId: string; readonly name: string; readonly email: string }[]> {
  return database
    .selectFrom("project_members")
    .innerJoin("users", "users.id", "project_members.user_id")
    .innerJoin("members", "members.user_id", "users.id")
    .select(["users.id as userId", "users.name", "users.email"])
    .where("project_id", "=", id)
    .where("members.workspace_id", "=", workspaceId)
    .orderBy("users.email")
    .execute();
}

/** @throws CmsError `not_found` for users outside the workspace */
export async function setProjectMembers(
  database: ControlDatabase,
  { workspaceId, id }: Place,
  users: readonly string[],
): Promise<void> {
  await transact(database, async (transaction) => {
    const rows = await transaction
      .selectFrom("members")
      .select("user_id")
      .where("workspace_id", "=", workspaceId)
      .execute();
    const known = new Set(rows.map(({ user_id }) => user_id));
    const stranger = users.find((user) => !known.has(user));
    if (stranger !== undefined) {
      throw new CmsError("not_found", `The workspace has no member ${stranger}.`);
    }
    await transaction.deleteFrom("project_members").where("project_id", "=", id).execute();
    if (users.length === 0) return;
    await transaction
      .insertInto("project_members")
      .values([...new Set(users)].map((user_id) => ({ project_id: id, user_id })))
      .execute();
  });
}
