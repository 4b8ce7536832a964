import type {
  Field,
  RepeatField,
  RowField,
  SelectField,
  TextField,
} from "../../../model/content-type.ts";
import { LIMITS } from "../../../model/limits.ts";
import {
  type FieldNames,
  type FieldPlan,
  fieldsOf,
  type RowsPlan,
  type ScalarPlan,
} from "./field-plan.ts";
import {
  asRows,
  collectColumns,
  type Column,
  fieldApiId,
  hasLists,
  type InferContext,
  inferField,
  makeField,
  makeRestField,
  planScalar,
  splitCells,
} from "./infer-fields.ts";
import type { FieldRule } from "./parse-map.ts";
import { type Cell, convertScalar, type FieldShape, toOptions } from "./scalar.ts";

interface AdoptContext extends InferContext {
  /** All fields at the same level. */
  readonly known: readonly Field[];
  /** API IDs of fields that already have a column. */
  readonly claimed: Set<string>;
}

/** Maximum length of an API ID. A number replaces the end of a longer name. */
const MAX_LENGTH = 64;

interface Columns<P extends FieldPlan> {
  /** Existing fields of the site or row. */
  readonly known: readonly P["field"][];
  readonly claimed: Set<string>;
  /** Returns the API ID that a column would have without collisions. */
  readonly nameOf: (column: Column) => string;
  readonly adopt: (column: Column, field: P["field"]) => P | undefined;
  readonly make: (column: Column) => P;
}

/**
 * Plans every column. Existing fields are reused if their name matches, with or without a number; other columns get new
 * fields. Exact matches come first, so that `post` cannot claim the field of `post1`.
 */
export function planColumns<P extends FieldPlan>(
  columns: readonly Column[],
  { known, claimed, nameOf, adopt, make }: Columns<P>,
): P[] {
  const exact = new Map(known.map((field) => [field.apiId.toLowerCase(), field]));
  const plans = new Map<Column, P>();
  const plan = (column: Column, candidates: readonly P["field"][]): boolean => {
    for (const field of candidates) {
      const adopted = claimed.has(field.apiId) ? undefined : adopt(column, field);
      if (adopted === undefined) continue;
      for (const used of fieldsOf(adopted)) claimed.add(used.apiId);
      plans.set(column, adopted);
      return true;
    }
    return false;
  };
  const rest = columns.filter((column) => {
    const field = exact.get(nameOf(column).toLowerCase());
    return field === undefined || !plan(column, [field]);
  });
  for (const column of rest) {
    const numbered = known.filter((field) => isNumbered(field.apiId, nameOf(column)));
    if (!plan(column, numbered)) plans.set(column, make(column));
  }
  return columns.flatMap((column) => plans.get(column) ?? []);
}

/** Returns whether an API ID is the wanted one or its numbered form. */
function isNumbered(apiId: string, wanted: string): boolean {
  const [name, base] = [apiId.toLowerCase(), wanted.toLowerCase()];
  const digits = /\d*$/.exec(name)?.[0].length ?? 0;
  for (let length = 0; length <= digits; length += 1) {
    if (name.slice(0, name.length - length) === base.slice(0, MAX_LENGTH - length)) return true;
  }
  return false;
}

/**
 * Reuses a field of the site for a column, so that changes made by people are kept and a second import gives the same
 * type. Values that don't fit go to an additional text field. Returns undefined if no value fits.
 */
export function adoptField(
  column: Column,
  field: Field,
  context: AdoptContext,
): FieldPlan | undefined {
  return field.type === "repeat"
    ? adoptRepeat(column, field, context)
    : adoptScalar(column, field, context);
}

function adoptScalar(
  { key, cells }: Column,
  field: RowField,
  context: AdoptContext,
): ScalarPlan | undefined {
  const whole = !field.multiple && hasLists(cells);
  if (whole && !isTextField(field)) return undefined;
  const plan = { kind: "scalar", key, field, whole } as const;
  const { values, misfits } = splitCells(cells, plan, context.lookup);
  if (misfits.length === 0) return plan;
  const grown = withOptions(field, misfits, context);
  if (grown !== undefined) return { ...plan, field: grown };
  if (whole || values.length === 0) return undefined;
  return { ...plan, rest: planRestField(key, misfits, { ...context, multiple: field.multiple }) };
}

/** Adds the options used in the files, unless the values that match no option already have a text field. */
function withOptions(
  field: RowField,
  misfits: readonly Cell[],
  { known }: Pick<AdoptContext, "known">,
): SelectField | undefined {
  if (field.type !== "select" || known.some(({ apiId }) => apiId === `${field.apiId}Text`))
    return undefined;
  const texts = misfits.map(({ value }) => (typeof value === "string" ? value : ""));
  const isShort = texts.every(
    (text) => text !== "" && text.length <= MAX_OPTION_LENGTH && !text.includes("\n"),
  );
  const options = [...field.options, ...toOptions([...new Set(texts)])];
  return isShort && options.length <= LIMITS.selectOptions ? { ...field, options } : undefined;
}

const MAX_OPTION_LENGTH = 40;

function planRestField(
  key: string,
  misfits: readonly Cell[],
  options: AdoptContext & { readonly multiple: boolean },
): TextField {
  const wanted = fieldApiId(`${key}Text`);
  const known = options.known.find(
    (field): field is TextField =>
      isTextField(field) &&
      !options.claimed.has(field.apiId) &&
      isNumbered(field.apiId, wanted) &&
      field.multiple === options.multiple &&
      misfits.every((cell) => convertScalar(cell, field, options.lookup) !== undefined),
  );
  return known ?? makeRestField(key, misfits, options);
}

function isTextField(field: Field): field is TextField {
  return field.type === "text" || field.type === "textarea" || field.type === "richtext";
}

/** Adopts the columns of rows individually and adds new ones to the repeat. */
function adoptRepeat(
  column: Column,
  field: RepeatField,
  { lookup }: AdoptContext,
): RowsPlan | undefined {
  const found = asRows(column.cells, isKeyed(column, field));
  if (found === undefined) return undefined;
  const names: FieldNames = {
    apiIds: new Set(field.fields.map(({ apiId }) => apiId)),
    ids: new Set(["id", ...field.fields.map(({ id }) => id)]),
  };
  const inner = { lookup, names, known: field.fields, claimed: new Set<string>() };
  const columns = planColumns<ScalarPlan>(collectColumns(found.rows), {
    ...inner,
    nameOf: ({ key }) => fieldApiId(key),
    adopt: (part, existing) => adoptScalar(part, existing, inner),
    make: (part) => planScalar(part, inner),
  });
  const used = columns.flatMap(fieldsOf);
  const added = used.filter(({ id }) => !field.fields.some((one) => one.id === id));
  const fields = [...field.fields, ...added];
  const { keyed } = found;
  return { kind: "rows", key: column.key, field: { ...field, fields }, keyed, columns };
}

/** Rows with a required key come from mappings, so they accept mappings with any keys. */
function isKeyed({ cells }: Column, { fields }: RepeatField): boolean {
  const needsKey = fields.some(({ apiId, required }) => apiId === "key" && required);
  return needsKey && cells.every(({ value }) => value instanceof Map);
}

/** Plans the field requested by the map file. Values that its type cannot store go to an additional text field. */
export function ruleField(column: Column, rule: FieldRule, context: InferContext): FieldPlan {
  const { key } = column;
  const { apiId = key, label, help, required } = rule;
  const shape = shapeOf(rule);
  const plan =
    shape === undefined
      ? inferField({ ...column, key: apiId }, context)
      : shapedField(column, { shape, apiId, multiple: rule.multiple }, context);
  const shown = {
    ...(label === undefined ? {} : { label }),
    ...(help === undefined ? {} : { help }),
    ...(required === undefined ? {} : { required }),
  };
  if (plan.kind === "rows") return { ...plan, key, field: { ...plan.field, ...shown } };
  return { ...plan, key, field: { ...plan.field, ...shown } };
}

interface Shaped {
  readonly shape: FieldShape;
  readonly apiId: string;
  readonly multiple: boolean | undefined;
}

function shapedField(
  { key, cells }: Column,
  { shape, apiId, multiple = hasLists(cells) }: Shaped,
  { names, lookup }: InferContext,
): ScalarPlan {
  const field = makeField(apiId, shape, { names, multiple });
  const whole = !multiple && hasLists(cells) && isTextField(field);
  const plan = { kind: "scalar", key, field, whole } as const;
  const { misfits } = splitCells(cells, plan, lookup);
  return misfits.length === 0
    ? plan
    : { ...plan, rest: makeRestField(key, misfits, { names, multiple }) };
}

function shapeOf({ type, accept, to, options }: FieldRule): FieldShape | undefined {
  if (type === undefined) return undefined;
  if (type === "media") return { type, accept: accept ?? "image" };
  if (type === "reference") return { type, to: to ?? [] };
  return type === "select" ? { type, options: options ?? [] } : { type };
}
