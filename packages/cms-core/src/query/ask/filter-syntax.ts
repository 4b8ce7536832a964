import { CmsError } from "../../base/errors.ts";

/** The operators of `filters` (contracts, section 4). */
export const FILTER_OPERATORS = [
  "equals",
  "not_equals",
  "contains",
  "not_contains",
  "less_than",
  "greater_than",
  "begins_with",
  "exists",
  "not_exists",
] as const;

export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/**
 * Where a part of `filters` stands: offsets into the decoded parameter in UTF-16 code units, `end`
 * exclusive. Parentheses around a group are not part of it.
 */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** One condition: `field[operator]value`. */
export interface FilterTerm extends Span {
  readonly kind: "term";
  /** As written: an API id, `repeat.field`, `reference.field` or a system key. */
  readonly field: string;
  readonly operator: FilterOperator;
  /** Without its escapes; empty for `exists` and `not_exists`. */
  readonly value: string;
  /** Where the operator and the value begin. */
  readonly operatorStart: number;
  readonly valueStart: number;
}

/** Two conditions joined by `[and]` or `[or]`. */
interface FilterPair extends Span {
  readonly kind: "and" | "or";
  readonly left: FilterNode;
  readonly right: FilterNode;
}

export type FilterNode = FilterTerm | FilterPair;

/** Whether an operator stands without a value. */
export function isPresence(operator: FilterOperator): operator is "exists" | "not_exists" {
  return operator === "exists" || operator === "not_exists";
}

interface FilterPlace {
  /** UTF-16 code units into the decoded text of `filters`. */
  readonly position: number;
  readonly field?: string;
  readonly allowed?: readonly string[];
}

/** The error for something at a place of `filters` (contracts, section 4). */
export function invalidFilters(message: string, place: FilterPlace): CmsError {
  return new CmsError("invalid_filters", message, { details: { param: "filters", ...place } });
}

/** A name as an error shows it: what was sent may be long. */
export function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}
