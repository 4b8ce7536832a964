import type { Field, RepeatField, RowField, TextField } from "../model/field.ts";
import { type Cell, type Lookup, convertScalar } from "./convert-scalar.ts";
import type { FieldNames, FieldPlan, RowsPlan, ScalarPlan } from "./field-plan.ts";
import {
  type Column,
  asRows,
  collectColumns,
  makeRest,
  planScalar,
  singleCells,
  sourceName,
} from "./infer-fields.ts";
import { isSourceList, sourceText } from "./source-value.ts";

export interface AdoptOptions {
  readonly names: FieldNames;
  readonly lookup: Lookup;
  /** All fields that stand beside it. */
  readonly known: readonly Field[];
}

/**
 * Uses a field that the site has for a column, so that what people did to it stays and a second import
 * gives the same type. Values that it cannot hold go to a text field beside it; undefined when it can
 * hold none.
 */
export function adoptField(
  column: Column,
  field: Field,
  options: AdoptOptions,
): FieldPlan | undefined {
  return field.type === "repeat"
    ? adoptRepeat(column, field, options)
    : adoptScalar(column, field, options);
}

function adoptScalar(
  column: Column,
  field: RowField,
  options: AdoptOptions,
): ScalarPlan | undefined {
  const { key, cells } = column;
  const lists = cells.some(({ value }) => isSourceList(value));
  if (lists && !field.multiple) return adoptWhole(column, field, options);
  const singles = field.multiple ? cells.flatMap(singleCells) : cells;
  const misfits = singles.filter((cell) => !fits(cell, field, options));
  const plan = { kind: "scalar", key, field, whole: false } as const;
  if (misfits.length === 0) return plan;
  if (misfits.length === singles.length) return undefined;
  return { ...plan, rest: restFor(key, misfits, { ...options, multiple: field.multiple }) };
}

function adoptWhole(
  { key, cells }: Column,
  field: RowField,
  options: AdoptOptions,
): ScalarPlan | undefined {
  const isText = ["text", "textarea", "richtext"].includes(field.type);
  const whole = cells.map(({ path, value }) => ({ path, value: sourceText(value) }));
  if (!isText || !whole.every((cell) => fits(cell, field, options))) return undefined;
  return { kind: "scalar", key, field, whole: true };
}

/** Lists in a multiple text field stay apart: JSON of a list is a misfit there, not a value. */
function fits(cell: Cell, field: RowField, { lookup }: AdoptOptions): boolean {
  return !isSourceList(cell.value) && convertScalar(cell, field, lookup) !== undefined;
}

function restFor(
  key: string,
  misfits: readonly Cell[],
  options: AdoptOptions & { readonly multiple: boolean },
): TextField {
  const wanted = `${sourceName(key)}Text`.toLowerCase();
  const known = options.known.find(
    (field): field is TextField =>
      isTextField(field) &&
      field.apiId.toLowerCase() === wanted &&
      field.multiple === options.multiple &&
      misfits.every((cell) => convertScalar(cell, field, options.lookup) !== undefined),
  );
  return known ?? makeRest(key, misfits, options);
}

function isTextField(field: Field): field is TextField {
  return field.type === "text" || field.type === "textarea" || field.type === "richtext";
}

/** Columns of the rows are adopted one by one; new ones are added to the repeat. */
function adoptRepeat(
  column: Column,
  field: RepeatField,
  options: AdoptOptions,
): RowsPlan | undefined {
  const rows = asRows(column.cells);
  if (rows === undefined) return undefined;
  const names: FieldNames = {
    apiIds: new Set(field.fields.map(({ apiId }) => apiId)),
    ids: new Set(["id", ...field.fields.map(({ id }) => id)]),
  };
  const inner = { ...options, names, known: field.fields };
  const columns = collectColumns(rows).map((part) => {
    const there = field.fields.find(
      ({ apiId }) => apiId.toLowerCase() === sourceName(part.key).toLowerCase(),
    );
    const adopted = there === undefined ? undefined : adoptScalar(part, there, inner);
    return adopted ?? planScalar(part, names, options.lookup);
  });
  const used = columns.flatMap(({ field: one, rest }) =>
    rest === undefined ? [one] : [one, rest],
  );
  const added = used.filter(({ id }) => !field.fields.some((one) => one.id === id));
  const fields = added.length === 0 ? field.fields : [...field.fields, ...added];
  return { kind: "rows", key: column.key, field: { ...field, fields }, columns };
}
