import { RefusedError } from "../../api/client.ts";
import type { Field } from "../../api/content/schema.ts";

export interface FieldProblem {
  /** For example `sources.0.url`; empty if the problem isn't about one field. */
  readonly path: string;
  readonly message: string;
}

/** Returns HQ's messages about values from an error response. */
export function problemsOf(error: Error | null): readonly FieldProblem[] {
  return error instanceof RefusedError ? (error.problem.errors ?? []) : [];
}

/** Returns the empty required fields, which would prevent publishing. */
export function emptyFields(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
): readonly Field[] {
  return fields.filter(({ required, apiId }) => required && isEmpty(values[apiId]));
}

export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  return value === undefined || value === null || value === "";
}

/** Returns a readable label for a path: the field label and row number. */
export function labelOf(path: string, fields: readonly Field[]): string {
  const [name = "", place, inner] = path.split(".");
  const field = fields.find(({ apiId }) => apiId === name);
  if (field === undefined) return path;
  if (place === undefined) return field.label;
  const row = `${field.label} ${Number(place) + 1}`;
  return inner === undefined ? row : `${row}: ${labelOf(inner, field.fields ?? [])}`;
}
