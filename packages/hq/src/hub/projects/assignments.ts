import type { Selectable } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { AssignmentRole } from "../../platform/db/tables/hub.ts";
import { transact } from "../../platform/db/transact.ts";
import { enqueueCommand } from "../workers/commands.ts";
import { findProject, type Project } from "./projects.ts";

/** What a worker does for a project. */
export interface Assignment {
  readonly projectId: string;
  readonly workerId: string;
  readonly role: AssignmentRole;
  /** Why it was made although the advisor found errors. */
  readonly reason?: string;
  readonly createdAt: string;
}

/** Every assignment of a workspace. */
export async function listAssignments(
  database: ControlDatabase,
  workspaceId: string,
): Promise<readonly Assignment[]> {
  const rows = await database
    .selectFrom("assignments")
    .innerJoin("projects", "projects.id", "assignments.project_id")
    .innerJoin("workers", "workers.id", "assignments.worker_id")
    .selectAll("assignments")
    .where("projects.workspace_id", "=", workspaceId)
    .where("workers.revoked_at", "is", null)
    .orderBy("assignments.created_at")
    .orderBy("worker_id")
    .execute();
  return rows.map(assignmentOf);
}

function assignmentOf(row: Selectable<ControlTables["assignments"]>): Assignment {
  return {
    projectId: row.project_id,
    workerId: row.worker_id,
    role: row.role,
    ...(row.reason !== null && { reason: row.reason }),
    createdAt: row.created_at,
  };
}

interface NewAssignment {
  readonly project: Project;
  readonly workerId: string;
  readonly role: AssignmentRole;
  readonly reason?: string | undefined;
}

/** Assigns a worker, and tells it to set the project up; who calls it wakes the worker. */
export async function assignWorker(
  database: ControlDatabase,
  { project, workerId, role, reason }: NewAssignment,
  { now }: { readonly now: () => Date },
): Promise<void> {
  await transact(database, async (transaction) => {
    const changed = { role, reason: reason ?? null };
    await transaction
      .insertInto("assignments")
      .values({
        ...changed,
        project_id: project.id,
        worker_id: workerId,
        created_at: now().toISOString(),
      })
      .onConflict((conflict) => conflict.columns(["project_id", "worker_id"]).doUpdateSet(changed))
      .execute();
    await deploy(transaction, project, workerId, { now });
  });
}

/** Tells every worker of a project to set it up as it is now. */
export async function deployProject(
  database: ControlDatabase,
  place: { readonly workspaceId: string; readonly id: string },
  { now }: { readonly now: () => Date },
): Promise<readonly string[]> {
  return transact(database, async (transaction) => {
    const project = await findProject(transaction, place);
    const assigned = await listAssignments(transaction, place.workspaceId);
    const workers = assigned
      .filter(({ projectId }) => projectId === place.id)
      .map(({ workerId }) => workerId);
    for (const workerId of workers) await deploy(transaction, project, workerId, { now });
    return workers;
  });
}

async function deploy(
  transaction: ControlDatabase,
  { id, name, manifest }: Project,
  workerId: string,
  clock: { readonly now: () => Date },
): Promise<void> {
  const body = { project: { id, name, manifest } };
  await enqueueCommand(transaction, workerId, { kind: "deploy", body }, clock);
}

/** Takes a worker off a project; what was set up on it stays there. */
export async function unassignWorker(
  database: ControlDatabase,
  { projectId, workerId }: Pick<Assignment, "projectId" | "workerId">,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom("assignments")
    .where("project_id", "=", projectId)
    .where("worker_id", "=", workerId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
