import { CmsError, type Field, type SchemaVersion } from "@loam/cms-core";
import type { StaleConflict } from "@loam/cms-core/store";
import { showValue } from "./show-fields.ts";

/** Runs a save. @throws CmsError what it throws; the values of conflicts are told by API ids */
export async function showConflicts<T>(schema: SchemaVersion, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    throw error instanceof CmsError && error.code === "stale" ? shown(error, schema) : error;
  }
}

function shown(error: CmsError, schema: SchemaVersion): CmsError {
  const { conflicts } = error.details;
  if (!Array.isArray(conflicts)) return error;
  const list = conflicts.filter(isConflict).map((conflict) => showConflict(conflict, schema));
  const details = { ...error.details, conflicts: list };
  return new CmsError("stale", error.message, { details, cause: error });
}

function isConflict(value: unknown): value is StaleConflict {
  return typeof value === "object" && value !== null && "path" in value;
}

function showConflict(conflict: StaleConflict, schema: SchemaVersion): StaleConflict {
  const field = fieldAt(conflict.path, schema.fields);
  if (field === undefined) return conflict;
  const { path, base, ours, theirs } = conflict;
  const [shownBase, shownOurs, shownTheirs] = [base, ours, theirs].map((value) =>
    showValue(value, field),
  );
  return { path, base: shownBase, ours: shownOurs, theirs: shownTheirs };
}

/** `title`, `faq[r4k1]`, `faq[r4k1].answer`; undefined for a system key. */
function fieldAt(path: string, fields: readonly Field[]): Field | undefined {
  const [, name, inner] = /^([A-Za-z]\w*)(?:\[[^\]]*\](?:\.(\w+))?)?$/.exec(path) ?? [];
  const field = fields.find(({ apiId }) => apiId === name);
  if (field?.type !== "repeat" || inner === undefined) return field;
  return field.fields.find(({ apiId }) => apiId === inner);
}
