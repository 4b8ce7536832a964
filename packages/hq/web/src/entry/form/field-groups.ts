import type { Field } from "../../api/content/schema.ts";

/** Fields under one heading. */
export interface FieldGroup {
  /** Empty for fields without a group, which come first. */
  readonly name: string;
  readonly fields: readonly Field[];
}

/** Returns the groups of a schema in order of first appearance, with their fields in schema order. */
export function groupsOf(fields: readonly Field[]): readonly FieldGroup[] {
  const byName = Map.groupBy(fields, ({ group = "" }) => group);
  const ungrouped = byName.get("") ?? [];
  byName.delete("");
  const named = [...byName].map(([name, grouped]) => ({ name, fields: grouped }));
  return ungrouped.length === 0 ? named : [{ name: "", fields: ungrouped }, ...named];
}
