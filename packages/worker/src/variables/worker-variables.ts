import type { SQLOutputValue } from "node:sqlite";
import { CmsError } from "@loam/cms-core";
import { parseVariableName, parseVariableValue } from "@loam/cms-core/template";
import type { WorkerState } from "../state/open-state.ts";

/** A variable of this machine: the scope `worker`. */
export interface WorkerVariable {
  readonly key: string;
  readonly value: string;
  readonly updatedAt: string;
}

/** Sorted by name. */
export function listVariables({ database }: WorkerState): readonly WorkerVariable[] {
  return database.prepare("SELECT * FROM variables ORDER BY key").all().map(readVariable);
}

/** @throws CmsError `not_found` */
export function getVariable({ database }: WorkerState, key: string): WorkerVariable {
  const row = database.prepare("SELECT * FROM variables WHERE key = ?").get(key);
  if (row === undefined) throw noVariable(key);
  return readVariable(row);
}

/**
 * Sets a variable of this machine.
 *
 * @throws CmsError `invalid`, `too_large`
 */
export function putVariable(
  state: WorkerState,
  { key, value, at }: { readonly key: string; readonly value: string; readonly at: Date },
): WorkerVariable {
  const variable = {
    key: parseVariableName(key),
    value: parseVariableValue(value),
    updatedAt: at.toISOString(),
  };
  state.write(() => {
    state.database
      .prepare("INSERT OR REPLACE INTO variables (key, value, updated_at) VALUES (?, ?, ?)")
      .run(variable.key, variable.value, variable.updatedAt);
  });
  return variable;
}

/** @returns whether it existed */
export function deleteVariable(state: WorkerState, key: string): boolean {
  return state.write(
    () => state.database.prepare("DELETE FROM variables WHERE key = ?").run(key).changes === 1,
  );
}

export function noVariable(key: string): CmsError {
  return new CmsError("not_found", `This worker has no variable ${key.slice(0, 128)}.`);
}

function readVariable(row: Readonly<Record<string, SQLOutputValue>>): WorkerVariable {
  return {
    key: String(row["key"]),
    value: String(row["value"]),
    updatedAt: String(row["updated_at"]),
  };
}
