import type { Field, RepeatField, RowField, TextField } from "../../../model/field.ts";

/** How the values of one key of the front matter become values of one field. */
export type FieldPlan = ScalarPlan | RowsPlan;

export interface ScalarPlan {
  readonly kind: "scalar";
  /** Key in the front matter, tables such as `extra` opened. */
  readonly key: string;
  readonly field: RowField;
  /** The value is one text whatever it is: a list that is too long, a list of lists. */
  readonly whole: boolean;
  /** It is text because its values have no type in common, though most have one. */
  readonly mixed?: boolean;
  /** Where values go that do not fit the field. */
  readonly rest?: TextField;
}

export interface RowsPlan {
  readonly kind: "rows";
  readonly key: string;
  readonly field: RepeatField;
  /** A row is a key and its value, because the keys are addresses or the like and no names of fields. */
  readonly keyed: boolean;
  readonly columns: readonly ScalarPlan[];
  readonly rest?: TextField;
}

/** The fields of a plan that its content type has, in order. */
export function fieldsOf(plan: FieldPlan): Field[] {
  return plan.rest === undefined ? [plan.field] : [plan.field, plan.rest];
}

/** Makes names for the fields of one type or row, none twice. */
export interface FieldNames {
  /** API ids in use. */
  readonly apiIds: Set<string>;
  /** Internal ids in use, those of deleted fields included. */
  readonly ids: Set<string>;
}
