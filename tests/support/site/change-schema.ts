import type { Field, MediaField, SchemaVersion } from "@loam/cms-core";
import { ACTOR, type Blog } from "./blog-site.ts";

/** Publishes the next version of a type, derived from its current fields. */
export async function changeSchema(
  { store }: Blog,
  apiId: string,
  change: (fields: readonly Field[]) => readonly Field[],
): Promise<SchemaVersion> {
  const state = store.type(apiId);
  if (state === undefined) throw new Error(`The blog has no type ${apiId}.`);
  await store.saveType({ ...state.type, fields: change(state.type.fields) }, { actor: ACTOR });
  return store.publishSchema(apiId, { actor: ACTOR });
}

/** Returns a change that deletes a field. */
export function without(id: string): (fields: readonly Field[]) => readonly Field[] {
  return (fields) => fields.filter((field) => field.id !== id);
}

/** Returns a change that adds a field at the end. */
export function withField(field: Field): (fields: readonly Field[]) => readonly Field[] {
  return (fields) => [...fields, field];
}

/** Returns a change of a field's properties. */
export function withChanged(
  id: string,
  more: Partial<Pick<Field, "label" | "required" | "apiId">> &
    Pick<Partial<MediaField>, "requireAlt">,
): (fields: readonly Field[]) => readonly Field[] {
  return (fields) =>
    fields.map((field) => (field.id === id ? Object.assign({}, field, more) : field));
}

/** Returns a change of a select's option labels, by value; options without a label are removed. */
export function withOptions(
  id: string,
  labels: Readonly<Record<string, string>>,
): (fields: readonly Field[]) => readonly Field[] {
  const options = Object.entries(labels).map(([value, label]) => ({ value, label }));
  return (fields) =>
    fields.map((field) =>
      field.id === id && field.type === "select" ? { ...field, options } : field,
    );
}

/** Returns the text of an entry's file on `main`. */
export async function entryText({ store }: Blog, id: string): Promise<string> {
  const ref = store.entryById(id);
  if (ref === undefined) throw new Error(`The blog has no entry ${id}.`);
  return Buffer.from(await store.repository.readBlob(ref.blob)).toString();
}
