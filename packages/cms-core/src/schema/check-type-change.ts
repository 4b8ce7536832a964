import type { Issue } from "../base/errors.ts";
import type { ContentType, SchemaVersion } from "../model/content-type.ts";
import type { Field } from "../model/field.ts";
import { LIMITS } from "../model/limits.ts";

/**
 * What a new working schema may not do to those that were published: a field keeps its API id and type
 * for ever, a type its kind, and the id of a deleted field is never used again.
 * @param versions every published version of the type
 */
export function checkTypeChange(type: ContentType, versions: Iterable<SchemaVersion>): Issue[] {
  const published = [...versions].toSorted((a, b) => a.version - b.version);
  const latest = published.at(-1);
  if (latest === undefined) return [];
  const issues: Issue[] = [];
  if (type.kind !== latest.kind) {
    issues.push(refused("api_id_fixed", `The content type is published as ${latest.kind}.`));
  }
  const current = fieldsById(latest);
  const known = new Map<string, Field>();
  for (const version of published) {
    for (const [id, field] of fieldsById(version)) known.set(id, field);
  }
  for (const [id, field] of fieldsById(type)) {
    const before = known.get(id);
    if (before === undefined) continue;
    issues.push(...fieldChanges(field, before));
    if (!current.has(id)) {
      const message = `The id "${id}" belonged to a field that was deleted; new fields need new ids.`;
      issues.push(refused("invalid_schema", message, field.apiId));
    }
  }
  return issues.slice(0, LIMITS.issuesReported);
}

/** Fields by id, those of rows by the repeat's id and their own. */
function fieldsById(type: ContentType): Map<string, Field> {
  const byId = new Map<string, Field>();
  for (const field of type.fields) {
    byId.set(field.id, field);
    for (const inner of field.type === "repeat" ? field.fields : []) {
      byId.set(`${field.id}.${inner.id}`, inner);
    }
  }
  return byId;
}

function fieldChanges(field: Field, before: Field): Issue[] {
  const issues: Issue[] = [];
  if (field.apiId !== before.apiId) {
    const message = `The API id "${before.apiId}" is published and cannot be changed to "${field.apiId}".`;
    issues.push(refused("api_id_fixed", message, field.apiId));
  }
  if (field.type !== before.type || field.multiple !== before.multiple) {
    const message = `The field "${before.apiId}" is published as ${before.type}${before.multiple ? ", multiple" : ""}; make a new field for another type.`;
    issues.push(refused("invalid_schema", message, field.apiId));
  }
  return issues;
}

function refused(code: Issue["code"], message: string, field?: string): Issue {
  return field === undefined ? { code, message } : { code, message, field };
}
