import type { Issue } from "../../../base/errors.ts";
import type { RowField } from "../../../model/content-type.ts";
import type { FieldValue, Row, RowFieldValue, SingleValue } from "../../../model/entry.ts";
import { isEmptyValue, sourceText } from "../source/source-keys.ts";
import { type FieldPlan, type RowsPlan, type ScalarPlan, stableRowId } from "./field-plan.ts";
import { type Column, rowsOf, splitCells } from "./infer-fields.ts";
import { type Cell, type Lookup, convertScalar } from "./scalar.ts";

interface ConvertedValues {
  /** Values by internal field id, for each file path. */
  readonly byPath: ReadonlyMap<string, ReadonlyMap<string, FieldValue>>;
  /** Values that no field can store: text above every limit. */
  readonly failed: readonly Issue[];
}

/** Converts the columns of a collection to field values according to the plan. */
export function convertValues(
  columns: ReadonlyMap<string, Column>,
  plans: readonly FieldPlan[],
  lookup: Lookup,
): ConvertedValues {
  const byPath = new Map<string, Map<string, FieldValue>>();
  const failed: Issue[] = [];
  for (const plan of plans) {
    for (const cell of columns.get(plan.key)?.cells ?? []) {
      const { values, lost } =
        plan.kind === "rows" ? convertRows(cell, plan, lookup) : convertCell(cell, plan, lookup);
      const known = byPath.get(cell.path) ?? new Map<string, FieldValue>();
      byPath.set(cell.path, known);
      for (const [id, value] of values) known.set(id, value);
      if (lost) failed.push(tooLong(cell.path, plan.key));
    }
  }
  return { byPath, failed };
}

interface Converted<V extends FieldValue> {
  /** Values by internal field id. */
  readonly values: readonly (readonly [string, V])[];
  /** Whether some value fits no field. */
  readonly lost: boolean;
}

const NOTHING: Converted<never> = { values: [], lost: false };

/** Splits a cell into the values of its field and of the text field for the rest. */
function convertCell(cell: Cell, plan: ScalarPlan, lookup: Lookup): Converted<RowFieldValue> {
  const { field, rest } = plan;
  const { values, misfits } = splitCells([cell], plan, lookup);
  if (rest === undefined) return { values: valueOf(field, values), lost: misfits.length > 0 };
  const texts = misfits.flatMap((misfit) => convertScalar(misfit, rest, lookup) ?? []);
  return {
    values: [...valueOf(field, values), ...valueOf(rest, texts)],
    lost: texts.length < misfits.length,
  };
}

function valueOf(
  { id, multiple }: RowField,
  values: readonly SingleValue[],
): [string, RowFieldValue][] {
  const [first] = values;
  return first === undefined ? [] : [[id, multiple ? values : first]];
}

function convertRows(cell: Cell, plan: RowsPlan, lookup: Lookup): Converted<readonly Row[]> {
  const usedIds = new Set<string>();
  const rows: Row[] = [];
  let lost = false;
  for (const flat of rowsOf(cell.value, plan.keyed) ?? []) {
    const converted = plan.columns.map((column) => {
      const value = flat.get(column.key) ?? "";
      return isEmptyValue(value)
        ? NOTHING
        : convertCell({ path: cell.path, value }, column, lookup);
    });
    lost ||= converted.some((one) => one.lost);
    const values = new Map(converted.flatMap((one) => one.values));
    if (values.size === 0) continue;
    const id = stableRowId(sourceText(flat), usedIds);
    usedIds.add(id);
    rows.push({ id, values });
  }
  return { values: rows.length === 0 ? [] : [[plan.field.id, rows]], lost };
}

function tooLong(path: string, key: string): Issue {
  const message = `The value of "${key}" is too long for any field.`;
  return { code: "too_large", message, path, field: key };
}
