import type { Issue } from "../base/errors.ts";
import type { ContentType, Field, SchemaVersion } from "../model/content-type.ts";
import { LIMITS } from "../model/limits.ts";

/**
 * Checks a new working schema against the published versions: a field keeps its API ID and type, a type keeps its kind,
 * and the internal id of a deleted field is never reused. A deleted field's API ID can be reused by a field of the same
 * type: entries that weren't published since then still show the old value under it.
 *
 * @param versions every published version of the type, in any order
 */
export function checkTypeChange(type: ContentType, versions: Iterable<SchemaVersion>): Issue[] {
  const published = [...versions].toSorted((a, b) => a.version - b.version);
  const latest = published.at(-1);
  if (latest === undefined) return [];
  const issues: Issue[] = [];
  if (type.kind !== latest.kind) {
    issues.push(
      schemaIssue(
        "api_id_fixed",
        `The kind of the content type cannot be changed. It was published as ${latest.kind}.`,
      ),
    );
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
      const message = `The ID "${id}" belonged to a deleted field. Use a new ID for a new field.`;
      issues.push(schemaIssue("invalid_schema", message, field.apiId));
    }
  }
  issues.push(...shapeChanges(type, published));
  return issues.slice(0, LIMITS.issuesReported);
}

/** Checks that a key of published JSON keeps its shape, regardless of its field. */
function shapeChanges(type: ContentType, published: readonly SchemaVersion[]): Issue[] {
  const known = new Map(published.flatMap(({ fields }) => [...byApiPath(fields)]));
  return [...byApiPath(type.fields)].flatMap(([path, field]) => {
    const before = known.get(path);
    if (before === undefined || before.id === field.id || isSameShape(before, field)) return [];
    const message = `"${path}" was published as ${shapeOf(before)} by a deleted field. A new field with this API ID must have the same type.`;
    return [schemaIssue("api_id_fixed", message, path)];
  });
}

/** Returns fields by their path in published JSON: `faq.question`. */
function byApiPath(fields: readonly Field[], prefix = ""): Map<string, Field> {
  return new Map(
    fields.flatMap((field): (readonly [string, Field])[] => {
      const path = prefix + field.apiId;
      const inner = field.type === "repeat" ? byApiPath(field.fields, `${path}.`) : [];
      return [[path, field], ...inner];
    }),
  );
}

/** Returns fields by internal id. Fields of rows have the id of the repeat as a prefix. */
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
    const message = `The API ID "${before.apiId}" is published and cannot be changed to "${field.apiId}".`;
    issues.push(schemaIssue("api_id_fixed", message, field.apiId));
  }
  if (!isSameShape(field, before)) {
    const message = `The field "${before.apiId}" is published as ${shapeOf(before)}. Add a new field for another type.`;
    issues.push(schemaIssue("invalid_schema", message, field.apiId));
  }
  return issues;
}

function isSameShape(a: Field, b: Field): boolean {
  return a.type === b.type && a.multiple === b.multiple;
}

function shapeOf({ type, multiple }: Field): string {
  return multiple ? `a list of ${type}` : `one ${type}`;
}

function schemaIssue(code: Issue["code"], message: string, field?: string): Issue {
  return field === undefined ? { code, message } : { code, message, field };
}

interface CheckTargets {
  /** The newest published version. Types that it already references can be missing. */
  readonly latest?: ContentType | undefined;
  readonly isType: (apiId: string) => boolean;
}

/** Rejects references to types that don't exist, because nobody could fill them in. */
export function checkTargets(type: ContentType, { latest, isType }: CheckTargets): Issue[] {
  const before = new Set(latest === undefined ? [] : targetsOf(latest).map(({ to }) => to));
  return targetsOf(type).flatMap(({ to, path }): Issue[] => {
    if (isType(to) || before.has(to)) return [];
    const message = `"${path}" refers to the content type "${to}", which does not exist.`;
    return [{ code: "invalid_schema", message, field: path }];
  });
}

interface Target {
  readonly to: string;
  /** Path of API IDs: `faq.author`. */
  readonly path: string;
}

function targetsOf({ fields }: ContentType): readonly Target[] {
  return fields.flatMap((field) => [
    ...targetsOfField(field, ""),
    ...(field.type === "repeat" ? field.fields : []).flatMap((inner) =>
      targetsOfField(inner, `${field.apiId}.`),
    ),
  ]);
}

function targetsOfField(field: Field, prefix: string): readonly Target[] {
  if (field.type !== "reference") return [];
  return field.to.map((to) => ({ to, path: prefix + field.apiId }));
}
