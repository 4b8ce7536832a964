import { CmsError } from "../../base/errors.ts";
import { characterCount } from "../../base/text.ts";

const MAX_FILTER_CHARACTERS = 4000;
const MAX_FILTER_TERMS = 50;
const MAX_FILTER_DEPTH = 10;

/**
 * Parses `filters` to a syntax tree: terms joined by `[and]` and `[or]`, which have equal precedence, from left to
 * right; parentheses group. Fields are checked later by `checkFilters`.
 *
 * @throws CmsError `invalid_filters`; `details` contain `param`, `position` (UTF-16 code units into the decoded text)
 * and, for an unknown operator, `allowed`
 */
export function parseFilters(text: string): FilterNode {
  if (text.length > MAX_FILTER_CHARACTERS && characterCount(text) > MAX_FILTER_CHARACTERS) {
    const message = `filters can have up to ${MAX_FILTER_CHARACTERS} characters.`;
    throw invalidFilters(message, { position: MAX_FILTER_CHARACTERS });
  }
  const reading = { text, at: 0, terms: 0 };
  const node = readChain(reading, 0);
  if (reading.at === text.length) return node;
  throw invalidFilters("This ) has no matching (. To use it in a value, escape it as \\).", {
    position: reading.at,
  });
}

interface Reading {
  readonly text: string;
  /** Current position. */
  at: number;
  terms: number;
}

const SPACE = /[\t-\r ]*/y;
const NAME = /[^()[\\\]]*/y;
const JOINT = /\[(?:and|or)\]/y;

/** Returns the match of a sticky pattern at a position; empty if there is no match. */
function textAt(text: string, at: number, pattern: RegExp): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** Returns the match at the current position and moves past it. */
function take(reading: Reading, pattern: RegExp): string {
  const found = textAt(reading.text, reading.at, pattern);
  reading.at += found.length;
  return found;
}

/** Whether this character comes next; if so, moves past it. */
function takeSign(reading: Reading, sign: string): boolean {
  const found = reading.text.charAt(reading.at) === sign;
  if (found) reading.at += 1;
  return found;
}

/** Parses operands up to the end, or to the `)` that closes the group. */
function readChain(reading: Reading, depth: number): FilterNode {
  let left = readOperand(reading, depth);
  for (;;) {
    take(reading, SPACE);
    const joint = take(reading, JOINT);
    if (joint === "") break;
    const right = readOperand(reading, depth);
    const kind = joint === "[and]" ? "and" : "or";
    left = { kind, left, right, start: left.start, end: right.end };
  }
  const { text, at } = reading;
  if (at === text.length || text.charAt(at) === ")") return left;
  throw invalidFilters("Expected [and] or [or] here.", { position: at });
}

function readOperand(reading: Reading, depth: number): FilterNode {
  take(reading, SPACE);
  const position = reading.at;
  if (!takeSign(reading, "(")) return readTerm(reading);
  if (depth === MAX_FILTER_DEPTH) {
    throw invalidFilters(`Groups can be nested up to ${MAX_FILTER_DEPTH} levels deep.`, {
      position,
    });
  }
  const node = readChain(reading, depth + 1);
  if (takeSign(reading, ")")) return node;
  throw invalidFilters("This ( has no matching ).", { position });
}

function readTerm(reading: Reading): FilterTerm {
  reading.terms += 1;
  const start = reading.at;
  if (reading.terms > MAX_FILTER_TERMS) {
    throw invalidFilters(`filters can have up to ${MAX_FILTER_TERMS} conditions.`, {
      position: start,
    });
  }
  const field = take(reading, NAME);
  if (field === "") throw invalidFilters("Expected a field name here.", { position: start });
  if (!takeSign(reading, "[")) {
    throw invalidFilters("Expected [operator] after the field name.", {
      position: reading.at,
    });
  }
  const operatorStart = reading.at;
  const operator = readOperator(reading);
  const valueStart = reading.at;
  const value = isPresence(operator) ? readNothing(reading) : readFilterValue(reading);
  const end = isPresence(operator) ? valueStart : reading.at;
  return { kind: "term", field, operator, value, start, end, operatorStart, valueStart };
}

function readOperator(reading: Reading): FilterOperator {
  const position = reading.at;
  const name = take(reading, NAME);
  const operator = FILTER_OPERATORS.find((known) => known === name);
  if (operator === undefined) {
    const allowed = FILTER_OPERATORS;
    throw invalidFilters(`There is no operator ${quoteName(name)}.`, { position, allowed });
  }
  if (takeSign(reading, "]")) return operator;
  throw invalidFilters("Expected ] here.", { position: reading.at });
}

/** After an operator without a value. */
function readNothing(reading: Reading): string {
  take(reading, SPACE);
  const { text, at } = reading;
  if (at === text.length || text.charAt(at) === ")" || text.charAt(at) === "[") return "";
  throw invalidFilters("exists and not_exists do not take a value.", { position: at });
}

/**
 * Reads a value up to `[and]`, `[or]`, the `)` that closes the surrounding group, or the end. Balanced parentheses are
 * part of it with all their content. A backslash escapes `( ) [ ] \` and is literal before anything else.
 *
 * @throws CmsError `invalid_filters`
 */
function readFilterValue(reading: Reading): string {
  const start = reading.at;
  reading.at = valueEnd(reading.text, start);
  if (reading.at === start) throw invalidFilters("Expected a value here.", { position: start });
  return reading.text.slice(start, reading.at).replaceAll(ESCAPE, "$1");
}

const ESCAPE = /\\([()[\]\\])/g;
const ESCAPE_OR_SIGN = /\\[()[\]\\]|[()[\]]/g;

function valueEnd(text: string, start: number): number {
  const open: number[] = [];
  ESCAPE_OR_SIGN.lastIndex = start;
  for (const { 0: sign, index } of text.matchAll(ESCAPE_OR_SIGN)) {
    if (sign === "(") open.push(index);
    else if (sign === ")" && open.pop() === undefined) return index;
    else if (open.length === 0 && (sign === "[" || sign === "]")) {
      if (textAt(text, index, JOINT) !== "") return index;
      throw invalidFilters(`To use ${sign} in a value, escape it as \\${sign}.`, {
        position: index,
      });
    }
  }
  const [position] = open;
  if (position === undefined) return text.length;
  throw invalidFilters("This ( has no matching ). To use it in a value, escape it as \\(.", {
    position,
  });
}

/** Adds a backslash before each character with a special meaning in `filters`. */
export function escapeFilterValue(value: string): string {
  return value.replaceAll(/[()[\]\\]/g, "\\$&");
}

/** Formats a tree as text for `parseFilters`. */
export function printFilters(node: FilterNode): string {
  if (node.kind === "term") {
    const { field, operator, value } = node;
    return `${field}[${operator}]${isPresence(operator) ? "" : escapeFilterValue(value)}`;
  }
  const right = printFilters(node.right);
  return `${printFilters(node.left)}[${node.kind}]${node.right.kind === "term" ? right : `(${right})`}`;
}

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
 * Position of a part of `filters`: offsets into the decoded parameter in UTF-16 code units, `end` exclusive. Excludes
 * parentheses around a group.
 */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** One condition: `field[operator]value`. */
export interface FilterTerm extends Span {
  readonly kind: "term";
  /** As written: an API id, `repeat.field`, `reference.field`, or a system key. */
  readonly field: string;
  readonly operator: FilterOperator;
  /** Without escapes; empty for `exists` and `not_exists`. */
  readonly value: string;
  /** Positions of the operator and the value. */
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

/** Whether an operator has no value. */
export function isPresence(operator: FilterOperator): operator is "exists" | "not_exists" {
  return operator === "exists" || operator === "not_exists";
}

interface FilterPlace {
  /** UTF-16 code units into the decoded text of `filters`. */
  readonly position: number;
  readonly field?: string;
  readonly allowed?: readonly string[];
}

/** Creates an error for a position in `filters` (contracts, section 4). */
export function invalidFilters(message: string, place: FilterPlace): CmsError {
  return new CmsError("invalid_filters", message, { details: { param: "filters", ...place } });
}

/** Shortens a name for an error message, because requests can contain long ones. */
export function quoteName(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}
