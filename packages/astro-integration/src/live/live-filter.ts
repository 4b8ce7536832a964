import { CmsError } from "@loam/cms-core";
import { escapeFilterValue } from "@loam/cms-core/query";
import type { Parameters } from "../source/api/read-api.ts";

const OPERATORS = {
  equals: "equals",
  notEquals: "not_equals",
  contains: "contains",
  notContains: "not_contains",
  lessThan: "less_than",
  greaterThan: "greater_than",
  beginsWith: "begins_with",
} as const;

type Operator = keyof typeof OPERATORS;
type Value = string | number | boolean;

/** Condition on a field: a value to equal, or conditions that must all be met. */
export type LiveCondition =
  | Value
  | ({ readonly [Key in Operator]?: Value } & { readonly exists?: boolean });

/** Filter of `getLiveCollection(name, filter)`: the parameters of the read API. */
export interface LiveFilter {
  /** Conditions by API ID, `reference.field`, or `repeat.field`. All must be met. */
  readonly where?: Readonly<Record<string, LiveCondition>>;
  /**
   * Filter in the syntax of the read API, for conditions that `where` cannot express: `a[exists][or]b[equals]1`.
   * Combined with `where`.
   */
  readonly filters?: string;
  /** Fields and system keys, separated by commas; `-` sorts descending. @default the order of the CMS */
  readonly orders?: string;
  /** Search text. */
  readonly q?: string;
  /** Ids or slugs. */
  readonly ids?: readonly string[];
  /** @default all entries */
  readonly limit?: number;
  readonly offset?: number;
}

const KEYS: ReadonlySet<string> = new Set([
  "where",
  "filters",
  "orders",
  "q",
  "ids",
  "limit",
  "offset",
]);

/** @throws CmsError `invalid_filters` for an unknown key or operator */
export function parametersOf(filter: LiveFilter): Parameters {
  const other = Object.keys(filter).find((key) => !KEYS.has(key));
  if (other !== undefined) {
    throw invalid(`unknown key "${other}". Use ${[...KEYS].join(", ")}. Filter by fields in where`);
  }
  const { where = {}, filters = "", orders, q, ids, offset } = filter;
  const terms = Object.entries(where).flatMap(([field, condition]) => termsOf(field, condition));
  if (filters !== "") terms.push(terms.length === 0 ? filters : `(${filters})`);
  return {
    filters: terms.length === 0 ? undefined : terms.join("[and]"),
    orders,
    q,
    ids: ids?.join(","),
    offset,
  };
}

function termsOf(field: string, condition: LiveCondition): string[] {
  if (typeof condition !== "object") return [term(field, "equals", condition)];
  return Object.entries(condition).map(([name, value]) => {
    if (name === "exists") return `${field}[${value === true ? "exists" : "not_exists"}]`;
    if (!isOperator(name)) {
      throw invalid(
        `"${name}" of ${field} is not an operator. Use ${Object.keys(OPERATORS).join(", ")}, or exists`,
      );
    }
    return term(field, name, value);
  });
}

function term(field: string, operator: Operator, value: Value): string {
  return `${field}[${OPERATORS[operator]}]${escapeFilterValue(`${value}`)}`;
}

function isOperator(name: string): name is Operator {
  return Object.hasOwn(OPERATORS, name);
}

function invalid(why: string): CmsError {
  return new CmsError("invalid_filters", `The filter of the live collection is invalid: ${why}.`);
}
