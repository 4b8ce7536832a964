import { parseCalendarDate, parseInstant } from "../../base/instant.ts";
import { composeText, parseNumber } from "../../base/text.ts";
import type { FilterOperator, FilterTerm } from "./parse-filters.ts";
import { OPERATORS_OF_KIND, type ValueKind } from "./query-parameters.ts";

/** Test of a value; with multiple values, any must pass. */
export type ValueTest =
  | { readonly kind: "exists" }
  | { readonly kind: "never" }
  | { readonly kind: "text"; readonly how: "equals" | "contains" | "begins"; readonly text: string }
  | {
      readonly kind: "number";
      readonly how: "equals" | "less" | "greater";
      readonly number: number;
    }
  /** Milliseconds since 1970, UTC. */
  | { readonly kind: "time"; readonly how: "equals" | "less" | "greater"; readonly time: number }
  | { readonly kind: "boolean"; readonly boolean: boolean }
  | { readonly kind: "reference"; readonly idOrSlug: string };

type Comparison = "equals" | "contains" | "less_than" | "greater_than" | "begins_with";

/** The test behind each operator: a `not_…` is the exact negation of the operator that it names. */
const TEST_OF_OPERATOR = {
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

/** Returns the test for this kind of value, or undefined if `value` isn't comparable with it. */
export function makeTest(
  kind: ValueKind,
  operator: FilterOperator,
  value: string,
): ValueTest | undefined {
  const comparison = TEST_OF_OPERATOR[operator];
  return comparison === "exists" ? { kind: "exists" } : TEST_OF_KIND[kind](comparison, value);
}

/** Whether a term is valid for a field of this kind. */
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

/** Numbers aren't text, so they contain nothing and start with nothing. */
function numberTest(asked: Comparison, value: string): ValueTest | undefined {
  if (asked === "contains" || asked === "begins_with") return { kind: "never" };
  const number = parseNumber(value);
  return number === undefined ? undefined : { kind: "number", how: HOW_OF_ORDER[asked], number };
}

/** `contains` and `begins_with` compare the date in its published format. */
function timeTest(asked: Comparison, value: string): ValueTest | undefined {
  if (asked === "contains" || asked === "begins_with") return textTest(asked, value);
  const time = parseTime(value);
  return time === undefined ? undefined : { kind: "time", how: HOW_OF_ORDER[asked], time };
}

function booleanTest(_asked: Comparison, value: string): ValueTest | undefined {
  if (value !== "true" && value !== "false") return undefined;
  return { kind: "boolean", boolean: value === "true" };
}

type OfNumber = (value: number) => boolean;
type OfText = (value: string) => boolean;

/** Compares numbers, or times in milliseconds; NaN never matches. */
export function compareWith(how: "equals" | "less" | "greater", operand: number): OfNumber {
  if (how === "equals") return (value) => value === operand;
  return how === "less" ? (value) => value < operand : (value) => value > operand;
}

/** Returns a predicate for texts; it never matches if the test isn't for text. */
export function isText(test: ValueTest): OfText {
  if (test.kind !== "text") return () => false;
  const { how, text } = test;
  if (how === "equals") return (value) => value === text;
  return how === "begins" ? (value) => value.startsWith(text) : (value) => value.includes(text);
}

/**
 * Parses a date or time of a filter to milliseconds since 1970: `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, or ISO 8601. Omitted
 * parts default to the earliest, the zone to UTC. Undefined for anything else.
 */
export function parseTime(text: string): number | undefined {
  const date = parseCalendarDate(wholeDate(text));
  const iso = date === undefined ? instant(text) : `${date}T00:00:00.000Z`;
  return iso === undefined ? undefined : Date.parse(iso);
}

function wholeDate(text: string): string {
  if (/^\d{4}$/.test(text)) return `${text}-01-01`;
  return /^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text;
}

function instant(text: string): string | undefined {
  return parseInstant(text) ?? parseInstant(`${text}Z`);
}
