import { composeText } from "../base/characters.ts";
import { parseNumber } from "../base/number-text.ts";
import type { ValueTest } from "./checked-filter.ts";
import type { FilterOperator, FilterTerm } from "./filter-syntax.ts";
import { parseTime } from "./parse-time.ts";
import { OPERATORS_OF_KIND, type ValueKind } from "./query-field.ts";

type Comparison = "equals" | "contains" | "less_than" | "greater_than" | "begins_with";

/** What is looked for: a `not_…` is the exact negation of the operator that it names. */
const LOOKED_FOR = {
  equals: "equals",
  not_equals: "equals",
  contains: "contains",
  not_contains: "contains",
  exists: "exists",
  not_exists: "exists",
  less_than: "less_than",
  greater_than: "greater_than",
  begins_with: "begins_with",
} as const satisfies Record<FilterOperator, Comparison | "exists">;

type MakeTest = (asked: Comparison, value: string) => ValueTest | undefined;

const TEST_OF_KIND: Readonly<Record<ValueKind, MakeTest>> = {
  text: textTest,
  label: (asked, value) => textTest(asked === "contains" ? "equals" : asked, value),
  number: numberTest,
  date: timeTest,
  instant: timeTest,
  boolean: booleanTest,
  reference: (_, value) => ({ kind: "reference", idOrSlug: value }),
  presence: () => undefined,
};

/** What a value of this kind must be, or undefined when `value` cannot be compared with one. */
export function makeTest(
  kind: ValueKind,
  operator: FilterOperator,
  value: string,
): ValueTest | undefined {
  const asked = LOOKED_FOR[operator];
  return asked === "exists" ? { kind: "exists" } : TEST_OF_KIND[kind](asked, value);
}

/** Whether a term makes sense for a field of this kind. */
export function isValueTest({ operator, value }: FilterTerm, kind: ValueKind): boolean {
  if (!OPERATORS_OF_KIND[kind].includes(operator)) return false;
  return makeTest(kind, operator, composeText(value)) !== undefined;
}

const HOW_OF_TEXT = { equals: "equals", contains: "contains", begins_with: "begins" } as const;
const HOW_OF_ORDER = { equals: "equals", less_than: "less", greater_than: "greater" } as const;

function textTest(asked: Comparison, text: string): ValueTest | undefined {
  if (asked === "less_than" || asked === "greater_than") return undefined;
  return { kind: "text", how: HOW_OF_TEXT[asked], text };
}

/** A number is no text: nothing is in it, and it begins with nothing. */
function numberTest(asked: Comparison, value: string): ValueTest | undefined {
  if (asked === "contains" || asked === "begins_with") return { kind: "never" };
  const number = parseNumber(value);
  return number === undefined ? undefined : { kind: "number", how: HOW_OF_ORDER[asked], number };
}

/** `contains` and `begins_with` look at the date as it is published. */
function timeTest(asked: Comparison, value: string): ValueTest | undefined {
  if (asked === "contains" || asked === "begins_with") return textTest(asked, value);
  const time = parseTime(value);
  return time === undefined ? undefined : { kind: "time", how: HOW_OF_ORDER[asked], time };
}

function booleanTest(_asked: Comparison, value: string): ValueTest | undefined {
  if (value !== "true" && value !== "false") return undefined;
  return { kind: "boolean", boolean: value === "true" };
}
