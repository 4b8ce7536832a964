import { RefusedError } from "../../api/client.ts";
import type { Field } from "../../api/content/schema.ts";

export interface FieldProblem {
  /** `sources.0.url`; empty for what is not of one field. */
  readonly path: string;
  readonly message: string;
}

/** What HQ said of single values when it refused something. */
export function problemsOf(error: Error | null): readonly FieldProblem[] {
  return error instanceof RefusedError ? (error.problem.errors ?? []) : [];
}

/** The required fields without a value: what stops a publish before it is tried. */
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

/** The words for a path that people know: the label of its field, and the number of a row. */
export function labelOf(path: string, fields: readonly Field[]): string {
  const [name = "", place, inner] = path.split(".");
  const field = fields.find(({ apiId }) => apiId === name);
  if (field === undefined) return path;
  if (place === undefined) return field.label;
  const row = `${field.label} ${Number(place) + 1}`;
  return inner === undefined ? row : `${row}: ${labelOf(inner, field.fields ?? [])}`;
}
