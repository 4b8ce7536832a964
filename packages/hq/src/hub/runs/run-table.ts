import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { RUN_STATES, type RunState } from "../../platform/db/tables/hub.ts";
import {
  type PinnedSkill,
  pinnedSkill,
  runPlan,
  type RunVariable,
  variablesOf,
} from "./run-plan.ts";
import type { RunRow } from "./runs.ts";

/** A run in the API. */
export interface Run {
  readonly id: string;
  readonly kind: "skill" | "workflow";
  readonly state: RunState;
  readonly skill?: PinnedSkill;
  readonly workerId?: string;
  readonly projectId?: string;
  readonly workflowId?: string;
  /** The workflow run that this step belongs to. */
  readonly parentId?: string;
  /** 1, 2, … */
  readonly step?: number;
  readonly attempt: number;
  readonly reason?: string;
  readonly exitCode?: number;
  readonly items?: readonly PreflightItem[];
  readonly promptHash?: string;
  readonly createdBy?: string;
  readonly createdAt: string;
  readonly dispatchedAt?: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** When cancellation was requested. */
  readonly cancelledAt?: string;
}

/** Result of checking a requirement of a skill on the worker. */
interface PreflightItem {
  readonly kind: string;
  readonly name: string;
  readonly status: string;
  readonly detail?: string | undefined;
  /** The later skill of the workflow with this requirement. Absent: the skill itself. */
  readonly skill?: string | undefined;
}

const shortText = z.string().max(1000);

const preflightItem: z.ZodType<PreflightItem> = z
  .object({
    kind: shortText,
    name: shortText,
    status: shortText,
    detail: shortText.optional(),
    skill: shortText.optional(),
  })
  .meta({ id: "PreflightItem" });

export const runState: z.ZodType<RunState, RunState> = z.enum(RUN_STATES).meta({ id: "RunState" });

const itemList = z.array(preflightItem);

export const runAnswer: z.ZodType<Run> = z
  .object({
    id: z.string(),
    kind: z.enum(["skill", "workflow"]),
    state: runState,
    skill: pinnedSkill.exactOptional(),
    workerId: z.string().exactOptional(),
    projectId: z.string().exactOptional(),
    workflowId: z.string().exactOptional(),
    parentId: z
      .string()
      .exactOptional()
      .meta({ description: "The workflow run that this run is a step of." }),
    step: z.number().exactOptional().meta({ description: "1, 2, …" }),
    attempt: z.number(),
    reason: z.string().exactOptional(),
    exitCode: z.number().exactOptional(),
    items: itemList.readonly().exactOptional(),
    promptHash: z.string().exactOptional(),
    createdBy: z.string().exactOptional(),
    createdAt: z.string(),
    dispatchedAt: z.string().exactOptional(),
    startedAt: z.string().exactOptional(),
    endedAt: z.string().exactOptional(),
    cancelledAt: z
      .string()
      .exactOptional()
      .meta({ description: "Time at which someone canceled it." }),
  })
  .meta({ id: "Run" });

export function toRun(row: RunRow): Run {
  return {
    id: row.id,
    kind: row.skill === null ? "workflow" : "skill",
    state: row.state,
    attempt: row.attempt,
    createdAt: row.created_at,
    ...(row.skill !== null && { skill: pinnedSkill.parse(JSON.parse(row.skill)) }),
    ...(row.step !== null && { step: row.step + 1 }),
    ...(row.exit_code !== null && { exitCode: row.exit_code }),
    ...(row.items !== null && { items: itemList.parse(JSON.parse(row.items)) }),
    ...omitNulls({
      workerId: row.worker_id,
      projectId: row.project_id,
      workflowId: row.workflow_id,
      parentId: row.parent_id,
      reason: row.reason,
      promptHash: row.prompt_hash,
      createdBy: row.created_by,
      dispatchedAt: row.dispatched_at,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      cancelledAt: row.cancelled_at,
    }),
  };
}

/** Omits null values. */
function omitNulls<K extends string>(
  columns: Readonly<Record<K, string | null>>,
): Partial<Record<K, string>> {
  const out: Partial<Record<K, string>> = {};
  for (const name in columns) {
    const value = columns[name];
    if (value !== null) out[name] = value;
  }
  return out;
}

/** Returns the variables of a run, and for which names the worker used its own values. */
export function variablesOfRun(
  { plan }: RunRow,
  { seesAll }: { readonly seesAll: boolean },
): {
  readonly variables: readonly RunVariable[];
  readonly ownVariables?: readonly string[];
} {
  const { steps, ownVariables, ...rest } = runPlan.parse(JSON.parse(plan));
  const variables = variablesOf(rest, steps.length === 1 ? (steps[0]?.inputs ?? {}) : {});
  return {
    variables: seesAll ? variables : variables.filter(({ scope }) => scope === "workspace"),
    ...(ownVariables !== undefined && { ownVariables }),
  };
}

export interface ListRuns {
  readonly workspaceId: string;
  readonly workflowId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly workerId?: string | undefined;
  readonly state?: RunState | undefined;
  readonly limit: number;
  /** From the previous page. */
  readonly cursor?: string | undefined;
}

/** Lists runs requested by users, newest first. Steps are shown with their workflow run. */
export async function listRuns(
  database: ControlDatabase,
  { workspaceId, workflowId, projectId, workerId, state, limit, cursor }: ListRuns,
): Promise<{ readonly runs: readonly Run[]; readonly cursor?: string }> {
  let query = database
    .selectFrom("runs")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("parent_id", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1);
  if (workflowId !== undefined) query = query.where("workflow_id", "=", workflowId);
  if (projectId !== undefined) query = query.where("project_id", "=", projectId);
  if (workerId !== undefined) query = query.where("worker_id", "=", workerId);
  if (state !== undefined) query = query.where("state", "=", state);
  if (cursor !== undefined) {
    const { at, id } = parseCursor(cursor);
    query = query.where((eb) =>
      eb.or([eb("created_at", "<", at), eb.and([eb("created_at", "=", at), eb("id", "<", id)])]),
    );
  }
  const rows = await query.execute();
  const runs = rows.slice(0, limit).map(toRun);
  const last = runs.at(-1);
  if (rows.length <= limit || last === undefined) return { runs };
  return { runs, cursor: `${last.createdAt}_${last.id}` };
}

/** @throws CmsError `invalid_cursor` */
function parseCursor(cursor: string): { readonly at: string; readonly id: string } {
  const [, at, id] = /^([\d:.TZ-]{24})_(r[a-z2-7]{19})$/.exec(cursor) ?? [];
  if (at !== undefined && id !== undefined) return { at, id };
  throw new CmsError("invalid_cursor", "This cursor is not from this list.");
}

/** @throws CmsError `not_found` */
export async function findRun(
  database: ControlDatabase,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<RunRow> {
  const row = await database
    .selectFrom("runs")
    .selectAll()
    .where("id", "=", id)
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  if (row === undefined) throw new CmsError("not_found", `Run not found: ${id}.`);
  return row;
}

/** Lists the runs of a workflow's steps in order. */
export async function listSteps(
  database: ControlDatabase,
  parentId: string,
): Promise<readonly Run[]> {
  const rows = await database
    .selectFrom("runs")
    .selectAll()
    .where("parent_id", "=", parentId)
    .orderBy("step")
    .orderBy("attempt")
    .execute();
  return rows.map(toRun);
}

/** Deletes runs that ended before a time, with the runs of their steps. @returns all their ids */
export async function deleteEndedRuns(
  database: ControlDatabase,
  endedBefore: string,
): Promise<readonly string[]> {
  const old = database
    .selectFrom("runs")
    .select("id")
    .where("parent_id", "is", null)
    .where("ended_at", "<", endedBefore);
  const steps = await database
    .selectFrom("runs")
    .select("id")
    .where("parent_id", "in", old)
    .execute();
  const ended = await old.execute();
  await database.deleteFrom("runs").where("id", "in", old).execute();
  return [...steps, ...ended].map(({ id }) => id);
}
