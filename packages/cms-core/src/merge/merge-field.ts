import { isList, isRows } from "../content/normalize-entry.ts";
import type { FieldValue, Row } from "../model/entry.ts";
import type { Field } from "../model/field.ts";
import type { Merged, Versions } from "./conflict.ts";
import { mergePlainField, type MergeAt } from "./merge-plain-field.ts";
import { mergeRows } from "./merge-rows.ts";
import { unlessBoth } from "./pick.ts";

type Value = FieldValue | undefined;

/**
 * Merges the values of one field.
 *
 * @param field undefined when the schema has no such field
 */
export function mergeField(
  field: Field | undefined,
  values: Versions<Value>,
  at: MergeAt,
): Merged<Value> {
  const settled = unlessBoth(values);
  if (settled !== undefined) return { merged: settled.merged, conflicts: [] };
  const rows = rowsOf(values);
  return rows === undefined ? mergePlainField(field, values, at) : mergeRows(field, rows, at);
}

function rowsOf({ base, ours, theirs }: Versions<Value>): Versions<readonly Row[]> | undefined {
  const [b, o, t] = [base, ours, theirs].map(asRows);
  return b && o && t && b.length + o.length + t.length > 0
    ? { base: b, ours: o, theirs: t }
    : undefined;
}

function asRows(value: Value): readonly Row[] | undefined {
  if (value === undefined) return [];
  if (!isList(value)) return undefined;
  if (isRows(value)) return value;
  return value.length === 0 ? [] : undefined;
}
