import type { RowField } from "../../../model/content-type.ts";
import { isSourceList } from "../source/source-keys.ts";
import { type Cell, type Lookup, convertScalar } from "./convert-scalar.ts";
import type { FieldNames, FieldPlan } from "./field-plan.ts";
import { type Column, inferField, makeRest, nameField, singleCells } from "./infer-fields.ts";
import type { FieldShape } from "./infer-scalar.ts";
import type { FieldRule } from "./parse-map.ts";

interface RuleOptions {
  readonly names: FieldNames;
  readonly lookup: Lookup;
}

/** A field as the map file wants it; values that its type cannot hold go to a text field beside it. */
export function ruleField(column: Column, rule: FieldRule, options: RuleOptions): FieldPlan {
  const shape = shapeOf(rule);
  if (shape === undefined)
    return withRule(inferField(renamed(column, rule), options.names, options.lookup), column, rule);
  const multiple = rule.multiple ?? column.cells.some(({ value }) => isSourceList(value));
  const named = nameField(rule.apiId ?? column.key, options.names);
  const field: RowField = { ...named, required: false, multiple, ...shape };
  const cells = multiple ? column.cells.flatMap(singleCells) : column.cells;
  const misfits = cells.filter((cell) => convertScalar(cell, field, options.lookup) === undefined);
  const plan = { kind: "scalar", key: column.key, field, whole: false } as const;
  const rest = makeRestFor(column.key, misfits, { names: options.names, multiple });
  return withRule(rest === undefined ? plan : { ...plan, rest }, column, rule);
}

function makeRestFor(
  key: string,
  misfits: readonly Cell[],
  options: { names: FieldNames; multiple: boolean },
): ReturnType<typeof makeRest> | undefined {
  return misfits.length === 0 ? undefined : makeRest(key, misfits, options);
}

function renamed(column: Column, { apiId }: FieldRule): Column {
  return apiId === undefined ? column : { ...column, key: apiId };
}

function withRule(plan: FieldPlan, { key }: Column, rule: FieldRule): FieldPlan {
  const shown = {
    ...(rule.label === undefined ? {} : { label: rule.label }),
    ...(rule.help === undefined ? {} : { help: rule.help }),
    ...(rule.required === undefined ? {} : { required: rule.required }),
  };
  if (plan.kind === "rows") return { ...plan, key, field: { ...plan.field, ...shown } };
  return { ...plan, key, field: { ...plan.field, ...shown } };
}

function shapeOf({ type, accept, to, options }: FieldRule): FieldShape | undefined {
  if (type === undefined) return undefined;
  if (type === "media") return { type, accept: accept ?? "image" };
  if (type === "reference") return { type, to: to ?? [] };
  return type === "select" ? { type, options: options ?? [] } : { type };
}
