import type {
  Field,
  RepeatField,
  RowField,
  SchemaVersion,
  SelectField,
} from "../../../packages/cms-core/src/model/content-type.ts";

const PLAIN = { required: false, multiple: false };

/** A field whose API id and label are its id, unless `more` says otherwise. */
export function makeField<T extends Exclude<RowField["type"], "select" | "media" | "reference">>(
  id: string,
  type: T,
  more: Partial<Pick<Field, "apiId" | "label" | "required" | "multiple">> = {},
): { readonly type: T } & Omit<Field, "type" | "fields" | "options" | "accept" | "to"> {
  return { id, apiId: id, label: id, type, ...PLAIN, ...more };
}

/** A select whose options' labels are `values`' values: `{news: "News"}`. */
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

/** A version of the list type `posts`. */
export function makeVersion(
  version: number,
  fields: readonly Field[],
  more: Partial<SchemaVersion> = {},
): SchemaVersion {
  return { version, apiId: "posts", kind: "list", label: "Posts", fields, ...more };
}
