import type { Issue } from "../../../base/errors.ts";
import type { FieldValue, Row, RowFieldValue, SingleValue } from "../../../model/entry.ts";
import { isEmptyValue, isSourceList, sourceText } from "../source/source-keys.ts";
import { type Cell, type Lookup, convertScalar } from "./convert-scalar.ts";
import { type FieldPlan, type RowsPlan, type ScalarPlan, stableRowId } from "./field-plan.ts";
import { type Column, rowsOf, singleCells } from "./infer-fields.ts";

type Values = Map<string, FieldValue>;

export interface ConvertedValues {
  /** Values by internal field id, for each file by path. */
  readonly byPath: ReadonlyMap<string, ReadonlyMap<string, FieldValue>>;
  /** Values that no field can hold: a text above every limit. */
  readonly failed: readonly Issue[];
}

/** Turns the columns of a collection into field values, as the plan of its fields says. */
export function convertValues(
  columns: ReadonlyMap<string, Column>,
  plans: readonly FieldPlan[],
  lookup: Lookup,
): ConvertedValues {
  const byPath = new Map<string, Values>();
  const failed: Issue[] = [];
  for (const plan of plans) {
    for (const cell of columns.get(plan.key)?.cells ?? []) {
      const values = byPath.get(cell.path) ?? new Map<string, FieldValue>();
      byPath.set(cell.path, values);
      const lost =
        plan.kind === "rows"
          ? putRows(cell, plan, { values, lookup })
          : putValue(cell, plan, { values, lookup });
      if (lost) failed.push(tooLong(cell.path, plan.key));
    }
  }
  return { byPath, failed };
}

interface Target {
  readonly values: Map<string, FieldValue>;
  readonly lookup: Lookup;
}

/** Puts a value into its field or the one beside it; true when neither can hold it. */
function putValue(cell: Cell, plan: ScalarPlan, target: Target): boolean {
  const { values, misfits } = splitCell(cell, plan, target.lookup);
  const kept = asFieldValue(values, plan.field.multiple);
  if (kept !== undefined) target.values.set(plan.field.id, kept);
  if (misfits.length === 0) return false;
  const { rest } = plan;
  if (rest === undefined) return true;
  const texts = misfits
    .map((one) => convertScalar(one, rest, target.lookup))
    .filter((text) => text !== undefined);
  const moved = asFieldValue(texts, rest.multiple);
  if (moved !== undefined) target.values.set(rest.id, moved);
  return texts.length < misfits.length;
}

function splitCell(
  cell: Cell,
  { field, whole }: ScalarPlan,
  lookup: Lookup,
): { values: SingleValue[]; misfits: Cell[] } {
  const cells = whole
    ? [{ path: cell.path, value: sourceText(cell.value) }]
    : field.multiple
      ? singleCells(cell)
      : [cell];
  const values: SingleValue[] = [];
  const misfits: Cell[] = [];
  for (const one of cells) {
    const value = isSourceList(one.value) ? undefined : convertScalar(one, field, lookup);
    if (value === undefined) misfits.push(one);
    else values.push(value);
  }
  return { values, misfits };
}

function asFieldValue(
  values: readonly SingleValue[],
  multiple: boolean,
): RowFieldValue | undefined {
  if (values.length === 0) return undefined;
  return multiple ? values : values[0];
}

function putRows(cell: Cell, plan: RowsPlan, { values, lookup }: Target): boolean {
  const taken = new Set<string>();
  const rows: Row[] = [];
  let lost = false;
  for (const flat of rowsOf(cell.value, plan.keyed) ?? []) {
    const inner = new Map<string, FieldValue>();
    for (const column of plan.columns) {
      const value = flat.get(column.key);
      if (value === undefined || isEmptyValue(value)) continue;
      const isLost = putValue({ path: cell.path, value }, column, { values: inner, lookup });
      lost = isLost || lost;
    }
    if (inner.size === 0) continue;
    const id = stableRowId(sourceText(flat), taken);
    taken.add(id);
    rows.push({ id, values: asRowValues(inner) });
  }
  if (rows.length > 0) values.set(plan.field.id, rows);
  return lost;
}

function asRowValues(values: ReadonlyMap<string, FieldValue>): Map<string, RowFieldValue> {
  const row = new Map<string, RowFieldValue>();
  for (const [id, value] of values) if (!isRows(value)) row.set(id, value);
  return row;
}

function isRows(value: FieldValue): value is readonly Row[] {
  return Array.isArray(value) && value.some((item) => typeof item === "object" && "values" in item);
}

function tooLong(path: string, key: string): Issue {
  const message = `The value of "${key}" is longer than any field can hold.`;
  return { code: "too_large", message, path, field: key };
}
