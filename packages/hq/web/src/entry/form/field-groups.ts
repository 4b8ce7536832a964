import type { Field } from "../../api/content/schema.ts";

/** Fields that stand under one heading. */
export interface FieldGroup {
  /** Empty for those without one, which stand first. */
  readonly name: string;
  readonly fields: readonly Field[];
}

/** The groups of a schema in the order in which they first appear, each with its fields in theirs. */
export function groupsOf(fields: readonly Field[]): readonly FieldGroup[] {
  const byName = Map.groupBy(fields, ({ group = "" }) => group);
  const ungrouped = byName.get("") ?? [];
  byName.delete("");
  const named = [...byName].map(([name, grouped]) => ({ name, fields: grouped }));
  return ungrouped.length === 0 ? named : [{ name: "", fields: ungrouped }, ...named];
}
