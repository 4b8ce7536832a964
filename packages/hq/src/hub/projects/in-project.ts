import { CmsError } from "@loam/cms-core";
import { canInWorkspace, type WorkspaceAction } from "../../api/permissions/permissions.ts";
import type { Policy } from "../../api/policy.ts";
import { inWorkspace, type WorkspaceContext } from "../../people/workspaces/policies.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";

/** What the path parameter `{id}` identifies: a project, or a workflow or run of one. */
type InPath = "project" | "workflow" | "run";

/** Allows workspace members with permission for an action on the project in the path. */
export function inProject(action: WorkspaceAction, named: InPath): Policy<WorkspaceContext> {
  return inWorkspace(action, {
    isOnProject: ({ database, params: { id = "" } }, userId) =>
      isOn(database, named, { id, userId }),
  });
}

async function isOn(
  database: ControlDatabase,
  named: InPath,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  if (named === "project") return isProjectMember(database, id, userId);
  if (named === "run") return isOnRun(database, { id, userId });
  const workflow = await database
    .selectFrom("workflows")
    .select("project_id")
    .where("id", "=", id)
    .executeTakeFirst();
  return workflow !== undefined && isProjectMember(database, workflow.project_id, userId);
}

/** Runs without a project are open to all members. A missing run is left to the route. */
async function isOnRun(
  database: ControlDatabase,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  const run = await database
    .selectFrom("runs")
    .select("project_id")
    .where("id", "=", id)
    .executeTakeFirst();
  const projectId = run?.project_id ?? null;
  return projectId === null || isProjectMember(database, projectId, userId);
}

async function isProjectMember(
  database: ControlDatabase,
  projectId: string,
  userId: string,
): Promise<boolean> {
  const row = await database
    .selectFrom("project_members")
    .select("user_id")
    .where("project_id", "=", projectId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a user can see the variables of a project: project members and admins can. */
export async function canSeeProject(
  database: ControlDatabase,
  asker: Pick<WorkspaceContext, "actor" | "role">,
  projectId: string,
): Promise<boolean> {
  return canReadVariables(asker, await isProjectMember(database, projectId, asker.actor.userId));
}

/** `canSeeProject` for a caller that already knows whether the user is a project member. */
export function canReadVariables(
  { actor, role }: Pick<WorkspaceContext, "actor" | "role">,
  isOnProject: boolean,
): boolean {
  return canInWorkspace(actor, "variable.read-project", role, { isOnProject }).allow;
}

/** Returns the ids of a user's projects. */
export async function projectsOf(
  database: ControlDatabase,
  userId: string,
): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom("project_members")
    .select("project_id")
    .where("user_id", "=", userId)
    .execute();
  return new Set(rows.map(({ project_id }) => project_id));
}

/** Permissions that a request can need in addition to the action of its route. */
type NeededAction = Extract<WorkspaceAction, "variable.read-project" | "run.start-project">;

const REFUSALS: Readonly<Record<NeededAction, string>> = {
  "variable.read-project": "Only project members and admins can see the project's variables.",
  "run.start-project": "Only project members and admins can start runs of the project.",
};

/**
 * Requires permission on a project that isn't in the path.
 *
 * @throws CmsError `forbidden`
 */
export async function requireInProject(
  database: ControlDatabase,
  { actor, role }: Pick<WorkspaceContext, "actor" | "role">,
  { projectId, action }: { readonly projectId: string; readonly action: NeededAction },
): Promise<void> {
  const isOnProject = await isProjectMember(database, projectId, actor.userId);
  if (canInWorkspace(actor, action, role, { isOnProject }).allow) return;
  throw new CmsError("forbidden", REFUSALS[action]);
}
