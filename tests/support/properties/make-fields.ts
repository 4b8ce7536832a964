import type {
  Field,
  RepeatField,
  RowField,
  SchemaVersion,
  SelectField,
} from "../../../packages/cms-core/src/model/content-type.ts";

const PLAIN = { required: false, multiple: false };

/** Creates a field whose API ID and label are its id, unless `more` overrides them. */
export function makeField<T extends Exclude<RowField["type"], "select" | "media" | "reference">>(
  id: string,
  type: T,
  more: Partial<Pick<Field, "apiId" | "label" | "required" | "multiple">> = {},
): { readonly type: T } & Omit<Field, "type" | "fields" | "options" | "accept" | "to"> {
  return { id, apiId: id, label: id, type, ...PLAIN, ...more };
}

/** Creates a select from option labels by value: `{news: "News"}`. */
export function makeSelect(
  id: string,
  labels: Readonly<Record<string, string>>,
  more: Partial<Pick<Field, "required" | "multiple">> = {},
): SelectField {
  const options = Object.entries(labels).map(([value, label]) => ({ value, label }));
  return { id, apiId: id, label: id, type: "select", options, ...PLAIN, ...more };
}

export function makeRepeat(id: string, fields: readonly RowField[]): RepeatField {
  return { id, apiId: id, label: id, type: "repeat", fields, ...PLAIN };
}

/** Creates a version of the list type `posts`. */
export function makeVersion(
  version: number,
  fields: readonly Field[],
  more: Partial<SchemaVersion> = {},
): SchemaVersion {
  return { version, apiId: "posts", kind: "list", label: "Posts", fields, ...more };
}
