import type { Selectable } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { AssignmentRole } from "../../platform/db/tables/hub.ts";
import { transact } from "../../platform/db/transact.ts";
import { enqueueCommand } from "../workers/commands.ts";
import { findProject, type Project } from "./projects.ts";

/** A worker's role in a project. */
export interface Assignment {
  readonly projectId: string;
  readonly workerId: string;
  readonly role: AssignmentRole;
  /** Reason for the assignment despite errors of the advisor. */
  readonly reason?: string;
  readonly createdAt: string;
}

/** Lists the assignments of a workspace. */
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
  return rows.map(toAssignment);
}

function toAssignment(row: Selectable<ControlTables["assignments"]>): Assignment {
  return {
    projectId: row.project_id,
    workerId: row.worker_id,
    role: row.role,
    ...(row.reason !== null && { reason: row.reason }),
    createdAt: row.created_at,
  };
}

interface Place {
  readonly workspaceId: string;
  readonly id: string;
}

interface Clock {
  readonly now: () => Date;
}

interface NewAssignment {
  readonly project: Project;
  readonly workerId: string;
  readonly role: AssignmentRole;
  readonly reason?: string | undefined;
}

/** Assigns a worker and queues the command to set up the project. The caller must wake the worker. */
export async function assignWorker(
  database: ControlDatabase,
  { project, workerId, role, reason }: NewAssignment,
  { now }: Clock,
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

/** Queues a command for all workers of a project to update their setup. @returns the workers to wake */
export async function deployProject(
  database: ControlDatabase,
  place: Place,
  clock: Clock,
): Promise<readonly string[]> {
  return transact(database, async (transaction) => {
    const project = await findProject(transaction, place);
    const workers = await listProjectWorkers(transaction, place);
    for (const workerId of workers) await deploy(transaction, project, workerId, clock);
    return workers;
  });
}

async function listProjectWorkers(
  database: ControlDatabase,
  { workspaceId, id }: Place,
): Promise<readonly string[]> {
  const assigned = await listAssignments(database, workspaceId);
  return assigned.filter(({ projectId }) => projectId === id).map(({ workerId }) => workerId);
}

async function deploy(
  transaction: ControlDatabase,
  { id, name, manifest }: Project,
  workerId: string,
  clock: Clock,
): Promise<void> {
  const body = { project: { id, name, manifest } };
  await enqueueCommand(transaction, workerId, { kind: "deploy", body }, clock);
}

async function undeploy(
  transaction: ControlDatabase,
  { projectId, workerId }: Pick<Assignment, "projectId" | "workerId">,
  clock: Clock,
): Promise<void> {
  const body = { project: { id: projectId } };
  await enqueueCommand(transaction, workerId, { kind: "undeploy", body }, clock);
}

/** Unassigns a worker and queues the command to remove the project's setup. The caller must wake the worker. */
export async function unassignWorker(
  database: ControlDatabase,
  assignment: Pick<Assignment, "projectId" | "workerId">,
  clock: Clock,
): Promise<boolean> {
  return transact(database, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom("assignments")
      .where("project_id", "=", assignment.projectId)
      .where("worker_id", "=", assignment.workerId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await undeploy(transaction, assignment, clock);
    return true;
  });
}

/**
 * Deletes a project with its variables, workflows, and assignments. Its runs stay. Its workers are instructed to remove
 * their setup.
 *
 * @returns the workers to wake
 */
export async function deleteProject(
  database: ControlDatabase,
  place: Place,
  clock: Clock,
): Promise<readonly string[]> {
  return transact(database, async (transaction) => {
    const workers = await listProjectWorkers(transaction, place);
    for (const workerId of workers) {
      await undeploy(transaction, { projectId: place.id, workerId }, clock);
    }
    await transaction.deleteFrom("projects").where("id", "=", place.id).execute();
    return workers;
  });
}
