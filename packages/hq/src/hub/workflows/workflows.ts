import { CmsError } from "@loam/cms-core";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { newHubId } from "../hub-id.ts";

/** One skill of a workflow. */
export interface WorkflowStep {
  readonly skill: string;
  /** A fixed version. Absent: determined by `use`. */
  readonly version?: number | undefined;
  /**
   * Determined when the workflow starts. Absent: the newest reviewed version if reviews are required, otherwise the
   * newest.
   */
  readonly use?: "reviewed" | "newest" | undefined;
  /** Variables of this step only. */
  readonly inputs: Readonly<Record<string, string>>;
  /** A number is the number of retries before the workflow stops. */
  readonly onFailure: "stop" | "continue" | number;
}

export interface Workflow {
  readonly id: string;
  readonly workspaceId: string;
  readonly projectId: string;
  readonly name: string;
  readonly steps: readonly WorkflowStep[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const skillName: z.ZodString = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, "Must be the name of a skill.");

export const skillInputs: z.ZodType<Readonly<Record<string, string>>> = z
  .record(z.string().regex(/^\w{1,128}$/), z.string().max(65_536))
  .refine((inputs) => Object.keys(inputs).length <= 100, "Must have at most 100 inputs.");

export const skillUse: z.ZodType<"reviewed" | "newest"> = z.enum(["reviewed", "newest"]).meta({
  id: "SkillUse",
  description:
    "Instead of a version. `newest` runs unreviewed versions only on workers without secrets. Default: the newest reviewed version if skills must be reviewed, otherwise the newest.",
});

export const workflowStep: z.ZodType<WorkflowStep> = z
  .strictObject({
    skill: skillName,
    version: z.int().min(1).optional(),
    use: skillUse.optional(),
    inputs: skillInputs.default({}),
    onFailure: z
      .union([z.enum(["stop", "continue"]), z.int().min(1).max(10)])
      .meta({ id: "FailurePolicy" })
      .default("stop")
      .meta({ description: "A number: how many times it is retried before the workflow stops." }),
  })
  .refine(({ version, use }) => version === undefined || use === undefined, {
    path: ["use"],
    message: "Send either a version or use.",
  })
  .meta({ id: "WorkflowStep" });

const stepList = z.array(workflowStep);

export interface WorkflowChange {
  readonly name?: string | undefined;
  readonly steps?: readonly WorkflowStep[] | undefined;
}

interface Place {
  readonly workspaceId: string;
  readonly id: string;
}

/** Lists the workflows of a workspace or of one of its projects, by name. */
export async function listWorkflows(
  database: ControlDatabase,
  { workspaceId, projectId }: { readonly workspaceId: string; readonly projectId?: string },
): Promise<readonly Workflow[]> {
  let query = database
    .selectFrom("workflows")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .orderBy("name")
    .orderBy("id");
  if (projectId !== undefined) query = query.where("project_id", "=", projectId);
  return (await query.execute()).map(toWorkflow);
}

/** @throws CmsError `not_found` */
export async function findWorkflow(
  database: ControlDatabase,
  { workspaceId, id }: Place,
): Promise<Workflow> {
  const row = await database
    .selectFrom("workflows")
    .selectAll()
    .where("id", "=", id)
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  if (row === undefined) throw new CmsError("not_found", `Workflow not found: ${id}.`);
  return toWorkflow(row);
}

/** @throws CmsError `name_taken` */
export async function createWorkflow(
  database: ControlDatabase,
  { workspaceId, id: projectId }: Place,
  { name, steps }: Required<WorkflowChange> & { readonly name: string },
  { now }: { readonly now: () => Date },
): Promise<Workflow> {
  const id = newHubId("workflow");
  const at = now().toISOString();
  return transact(database, async (transaction) => {
    await requireFreeName(transaction, { projectId, id, name });
    await transaction
      .insertInto("workflows")
      .values({
        id,
        workspace_id: workspaceId,
        project_id: projectId,
        name,
        steps: JSON.stringify(steps),
        created_at: at,
        updated_at: at,
      })
      .execute();
    return findWorkflow(transaction, { workspaceId, id });
  });
}

/** @throws CmsError `not_found`, `name_taken` */
export async function updateWorkflow(
  database: ControlDatabase,
  place: Place,
  { name, steps }: WorkflowChange,
  { now }: { readonly now: () => Date },
): Promise<Workflow> {
  return transact(database, async (transaction) => {
    const { projectId, ...before } = await findWorkflow(transaction, place);
    if (name !== undefined) await requireFreeName(transaction, { projectId, id: place.id, name });
    await transaction
      .updateTable("workflows")
      .set({
        name: name ?? before.name,
        steps: JSON.stringify(steps ?? before.steps),
        updated_at: now().toISOString(),
      })
      .where("id", "=", place.id)
      .execute();
    return findWorkflow(transaction, place);
  });
}

async function requireFreeName(
  transaction: ControlDatabase,
  {
    projectId,
    id,
    name,
  }: { readonly projectId: string; readonly id: string; readonly name: string },
): Promise<void> {
  const other = await transaction
    .selectFrom("workflows")
    .select("id")
    .where("project_id", "=", projectId)
    .where("name", "=", name)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (other !== undefined) {
    throw new CmsError("name_taken", `The project already has a workflow ${name}.`);
  }
}

/** Deletes its variables. Its runs stay. */
export async function deleteWorkflow(database: ControlDatabase, id: string): Promise<void> {
  await database.deleteFrom("workflows").where("id", "=", id).execute();
}

function toWorkflow(row: Selectable<ControlTables["workflows"]>): Workflow {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    projectId: row.project_id,
    name: row.name,
    steps: stepList.parse(JSON.parse(row.steps)),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
