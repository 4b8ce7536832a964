import { CmsError } from "@loam/cms-core";
import {
  parseVariableName,
  parseVariableValue,
  type VariablePrecedence,
  type VariableScopes,
} from "@loam/cms-core/template";
import type { Selectable } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";

/** What a variable is set for. */
export interface VariableOwner {
  readonly scope: "workspace" | "project" | "workflow";
  readonly workspaceId: string;
  /** Id of the workspace, project, or workflow. */
  readonly id: string;
}

/** A variable and its scope. */
export interface Variable {
  readonly key: string;
  readonly value: string;
  readonly scope: VariableOwner["scope"];
  readonly updatedAt: string;
  readonly updatedBy?: string;
}

const MAX_VARIABLES = 1000;

/** Lists the variables of an owner, by key. */
export async function listVariables(
  database: ControlDatabase,
  { id }: Pick<VariableOwner, "id">,
): Promise<readonly Variable[]> {
  const rows = await database
    .selectFrom("variables")
    .selectAll()
    .where("owner_id", "=", id)
    .orderBy("key")
    .execute();
  return rows.map(toVariable);
}

function toVariable({
  key,
  value,
  scope,
  updated_at,
  updated_by,
}: Selectable<ControlTables["variables"]>): Variable {
  return {
    key,
    value,
    scope,
    updatedAt: updated_at,
    ...(updated_by !== null && { updatedBy: updated_by }),
  };
}

/** @throws CmsError `invalid`, `too_large`, `quota_exceeded` */
export async function putVariable(
  database: ControlDatabase,
  { scope, workspaceId, id }: VariableOwner,
  variable: { readonly key: string; readonly value: string; readonly by: string },
  { now }: { readonly now: () => Date },
): Promise<Variable> {
  const key = parseVariableName(variable.key);
  const value = parsePlainValue(variable.value);
  const changed = { value, updated_at: now().toISOString(), updated_by: variable.by };
  await transact(database, async (transaction) => {
    const others = await transaction
      .selectFrom("variables")
      .select((eb) => eb.fn.countAll<number | bigint>().as("count"))
      .where("owner_id", "=", id)
      .where("key", "!=", key)
      .executeTakeFirstOrThrow();
    if (Number(others.count) >= MAX_VARIABLES) {
      throw new CmsError("quota_exceeded", `The limit is ${MAX_VARIABLES} variables.`);
    }
    await transaction
      .insertInto("variables")
      .values({
        ...changed,
        owner_id: id,
        key,
        scope,
        workspace_id: workspaceId,
        project_id: scope === "project" ? id : null,
        workflow_id: scope === "workflow" ? id : null,
      })
      .onConflict((conflict) => conflict.columns(["owner_id", "key"]).doUpdateSet(changed))
      .execute();
  });
  return { key, value, scope, updatedAt: changed.updated_at, updatedBy: variable.by };
}

/**
 * Validates the value of a variable: printable text, line breaks, and tabs.
 *
 * @throws CmsError `invalid`, `too_large`
 */
export function parsePlainValue(value: string): string {
  if (!/[^\P{Cc}\t\n\r]/u.test(value)) return parseVariableValue(value);
  throw new CmsError(
    "invalid",
    "The value of a variable can contain line breaks and tabs, but no other control characters.",
  );
}

/** @throws CmsError `not_found` */
export async function deleteVariable(
  database: ControlDatabase,
  { id }: Pick<VariableOwner, "id">,
  key: string,
): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom("variables")
    .where("owner_id", "=", id)
    .where("key", "=", key)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new CmsError("not_found", `Variable not found: ${key}.`);
}

export interface VariableOwners {
  readonly workspaceId: string;
  readonly projectId?: string | undefined;
  readonly workflowId?: string | undefined;
}

/** Returns HQ's variables for a run. The worker adds its own with higher or lower precedence. */
export async function readScopes(
  database: ControlDatabase,
  { workspaceId, projectId, workflowId }: VariableOwners,
): Promise<VariableScopes> {
  const read = async (id: string | undefined): Promise<ReadonlyMap<string, string>> =>
    id === undefined
      ? new Map()
      : new Map((await listVariables(database, { id })).map(({ key, value }) => [key, value]));
  return {
    workspace: await read(workspaceId),
    project: await read(projectId),
    workflow: await read(workflowId),
  };
}

/** @throws CmsError `scope_disabled` if the configured precedence has no workspace variables */
export function requireScope(scope: VariableOwner["scope"], precedence: VariablePrecedence): void {
  if (scope !== "workspace" || precedence === "worker-last") return;
  throw new CmsError(
    "scope_disabled",
    "Workspace variables are turned off (LOAM_VARIABLE_PRECEDENCE=workflow-last). Set the variable for a project or a workflow.",
  );
}
