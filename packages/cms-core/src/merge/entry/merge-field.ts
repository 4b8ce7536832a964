import { trySpend } from "../../base/step-budget.ts";
import type { Field } from "../../model/content-type.ts";
import type { FieldValue, Row, RowFieldValue } from "../../model/entry.ts";
import { isList, isRows } from "../../model/walk-values.ts";
import {
  listSteps,
  type MergeConflict,
  type Merged,
  pickSide,
  sameValue,
  mergeUnlessBothChanged,
  type Versions,
} from "../sequence/conflict.ts";
import { mergeOrder } from "../sequence/merge-list.ts";
import { type MergeAt, mergePlainField } from "./merge-plain-field.ts";

type Value = FieldValue | undefined;

/**
 * Merges the values of one field.
 *
 * @param field undefined if the schema has no such field
 */
export function mergeField(
  field: Field | undefined,
  values: Versions<Value>,
  at: MergeAt,
): Merged<Value> {
  const settled = mergeUnlessBothChanged(values);
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

/**
 * Merges repeat rows by id. Rows added by either side stay, in any position. A row that one side removed and the other
 * changed is a conflict, and stays in the merged value. When the step budget runs out, the whole field is in conflict.
 */
function mergeRows(
  field: Field | undefined,
  { base, ours, theirs }: Versions<readonly Row[]>,
  { path, budget, read }: MergeAt,
): Merged<FieldValue | undefined> {
  if (!trySpend(budget, listSteps({ base, ours, theirs }))) {
    const merged = pickSide(ours, theirs);
    const conflicts = [{ path, base, ours, theirs }];
    return { merged: merged.length === 0 ? undefined : merged, conflicts };
  }
  const rows = { base: byId(base), ours: byId(ours), theirs: byId(theirs) };
  const conflicts: MergeConflict[] = [];
  const keptRows = new Map<string, Row>();
  // Sorted, so that the order doesn't depend on which side is ours.
  for (const id of [...new Set([...rows.ours.keys(), ...rows.theirs.keys()])].toSorted()) {
    const versions = {
      base: rows.base.get(id),
      ours: rows.ours.get(id),
      theirs: rows.theirs.get(id),
    };
    const found = mergeRow(field, versions, { path: `${path}[${id}]`, budget, read });
    conflicts.push(...found.conflicts);
    if (found.merged !== undefined) keptRows.set(id, found.merged);
  }
  const ids = { ours: idsOf(ours), theirs: idsOf(theirs), keptIds: new Set(keptRows.keys()) };
  const { items: order, conflict } = mergeOrder(idsOf(base), ids, budget);
  if (conflict) conflicts.push({ path, base, ours, theirs });
  const merged = order.map((id) => keptRows.get(id)).filter((row) => row !== undefined);
  return { merged: merged.length === 0 ? undefined : merged, conflicts: sorted(conflicts) };
}

function byId(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map(({ id }) => id);
}

function sorted(conflicts: readonly MergeConflict[]): MergeConflict[] {
  return conflicts.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function mergeRow(
  field: Field | undefined,
  { base, ours, theirs }: Versions<Row | undefined>,
  at: MergeAt,
): Merged<Row | undefined> {
  if (ours !== undefined && theirs !== undefined) {
    return mergeBoth(field, { base, ours, theirs }, at);
  }
  const left = ours ?? theirs;
  if (base === undefined) return { merged: left, conflicts: [] };
  if (sameValue(left, base)) return { merged: undefined, conflicts: [] };
  return { merged: left, conflicts: [{ path: at.path, base, ours, theirs }] };
}

function mergeBoth(
  field: Field | undefined,
  { base, ours, theirs }: { base: Row | undefined; ours: Row; theirs: Row },
  { path, budget, read }: MergeAt,
): Merged<Row> {
  const inner = new Map((field?.type === "repeat" ? field.fields : []).map((one) => [one.id, one]));
  const values = new Map<string, RowFieldValue>();
  const conflicts: MergeConflict[] = [];
  for (const id of keysOf(inner, [ours.values, theirs.values])) {
    const versions = {
      base: base?.values.get(id),
      ours: ours.values.get(id),
      theirs: theirs.values.get(id),
    };
    const member = inner.get(id);
    const found = mergeMember(member, versions, {
      path: `${path}.${member?.apiId ?? id}`,
      budget,
      read,
    });
    conflicts.push(...found.conflicts);
    if (found.merged !== undefined) values.set(id, found.merged);
  }
  return { merged: { id: ours.id, values }, conflicts };
}

function mergeMember(
  field: Field | undefined,
  versions: Versions<RowFieldValue | undefined>,
  at: MergeAt,
): Merged<RowFieldValue | undefined> {
  const settled = mergeUnlessBothChanged(versions);
  if (settled !== undefined) return { merged: settled.merged, conflicts: [] };
  const { merged, conflicts } = mergePlainField(field, versions, at);
  const areRows = merged !== undefined && isList(merged) && isRows(merged);
  return { merged: areRows ? undefined : merged, conflicts };
}

/** Returns the keys in schema order, then by name, so that the order doesn't depend on which side is ours. */
function keysOf(
  fields: ReadonlyMap<string, Field>,
  sides: readonly ReadonlyMap<string, unknown>[],
): readonly string[] {
  const others = new Set(sides.flatMap((side) => [...side.keys()]));
  for (const id of fields.keys()) others.delete(id);
  return [...fields.keys(), ...[...others].toSorted()];
}
