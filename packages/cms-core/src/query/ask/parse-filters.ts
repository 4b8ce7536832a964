import { CmsError } from "../../base/errors.ts";
import { characterCount } from "../../base/text.ts";

const MAX_FILTER_CHARACTERS = 4000;
const MAX_FILTER_TERMS = 50;
const MAX_FILTER_DEPTH = 10;

/**
 * Reads `filters` to a syntax tree: terms joined by `[and]` and `[or]`, which bind alike, from left to
 * right; parentheses group. Nothing is known of fields here: see `checkFilters`.
 *
 * @throws CmsError `invalid_filters`; `details` hold `param`, `position` (UTF-16 code units into the
 * decoded text) and, for an operator that there is not, `allowed`.
 */
export function parseFilters(text: string): FilterNode {
  return parseFiltersAt(createCursor(text));
}

/** `parseFilters` over a cursor, whose `reads` afterwards tell what it took. */
export function parseFiltersAt(cursor: FilterCursor): FilterNode {
  const { text } = cursor;
  if (text.length > MAX_FILTER_CHARACTERS && characterCount(text) > MAX_FILTER_CHARACTERS) {
    const message = `filters may have at most ${MAX_FILTER_CHARACTERS} characters.`;
    throw invalidFilters(message, { position: MAX_FILTER_CHARACTERS });
  }
  const node = readChain({ cursor, terms: 0 }, 0);
  if (cursor.at === text.length) return node;
  throw invalidFilters("This ) closes nothing; write \\) where it belongs to a value.", {
    position: cursor.at,
  });
}

interface Reading {
  readonly cursor: FilterCursor;
  terms: number;
}

/** Operands up to the end, or to the `)` that closes the group. */
function readChain(reading: Reading, depth: number): FilterNode {
  const { cursor } = reading;
  let left = readOperand(reading, depth);
  for (;;) {
    skipSpace(cursor);
    const kind = take(cursor, "[and]") ? "and" : take(cursor, "[or]") ? "or" : undefined;
    if (kind === undefined) break;
    const right = readOperand(reading, depth);
    left = { kind, left, right, start: left.start, end: right.end };
  }
  if (cursor.at < cursor.text.length && !isAt(cursor, ")")) {
    throw invalidFilters("[and] or [or] is expected here.", { position: cursor.at });
  }
  return left;
}

function readOperand(reading: Reading, depth: number): FilterNode {
  const { cursor } = reading;
  skipSpace(cursor);
  const open = cursor.at;
  if (!take(cursor, "(")) return readTerm(reading);
  if (depth === MAX_FILTER_DEPTH) {
    throw invalidFilters(`Groups may be at most ${MAX_FILTER_DEPTH} deep.`, { position: open });
  }
  const node = readChain(reading, depth + 1);
  if (take(cursor, ")")) return node;
  throw invalidFilters("This ( is never closed.", { position: open });
}

const OPEN_GROUP = 0x28;
const CLOSE_GROUP = 0x29;
const OPEN_OPERATOR = 0x5b;
const CLOSE_OPERATOR = 0x5d;

function readTerm(reading: Reading): FilterTerm {
  const { cursor } = reading;
  reading.terms += 1;
  const start = cursor.at;
  if (reading.terms > MAX_FILTER_TERMS) {
    throw invalidFilters(`filters may have at most ${MAX_FILTER_TERMS} conditions.`, {
      position: start,
    });
  }
  const field = takeUntil(cursor, isPunctuation);
  if (field === "")
    throw invalidFilters("The name of a field is expected here.", { position: start });
  if (!take(cursor, "[")) {
    throw invalidFilters("[operator] is expected after the name of a field.", {
      position: cursor.at,
    });
  }
  const operatorStart = cursor.at;
  const operator = readOperator(cursor);
  const valueStart = cursor.at;
  const value = isPresence(operator) ? readNothing(cursor) : readFilterValue(cursor);
  const end = isPresence(operator) ? valueStart : cursor.at;
  return { kind: "term", field, operator, value, start, end, operatorStart, valueStart };
}

function isPunctuation(unit: number): boolean {
  return unit >= OPEN_OPERATOR ? unit <= CLOSE_OPERATOR : isParenthesis(unit);
}

function isParenthesis(unit: number): boolean {
  return unit === OPEN_GROUP || unit === CLOSE_GROUP;
}

function readOperator(cursor: FilterCursor): FilterOperator {
  const start = cursor.at;
  const name = takeUntil(cursor, isPunctuation);
  const operator = FILTER_OPERATORS.find((known) => known === name);
  if (operator === undefined) {
    throw invalidFilters(`There is no operator ${quoted(name)}.`, {
      position: start,
      allowed: FILTER_OPERATORS,
    });
  }
  if (!take(cursor, "]")) throw invalidFilters("] is expected here.", { position: cursor.at });
  return operator;
}

/** Behind an operator that takes no value. */
function readNothing(cursor: FilterCursor): string {
  skipSpace(cursor);
  const unit = unitAt(cursor);
  if (Number.isNaN(unit) || unit === CLOSE_GROUP || unit === OPEN_OPERATOR) return "";
  throw invalidFilters("exists and not_exists take no value.", { position: cursor.at });
}

const ESCAPABLE: ReadonlySet<string> = new Set(["(", ")", "[", "]", "\\"]);

/**
 * Reads a value: up to `[and]`, `[or]`, the `)` that closes the group around it, or the end. Balanced
 * parentheses belong to it with all that is in them; a backslash escapes `( ) [ ] \` and is itself
 * before anything else.
 *
 * @throws CmsError `invalid_filters`
 */
function readFilterValue(cursor: FilterCursor): string {
  const start = cursor.at;
  const value = readParts(cursor);
  if (value === "") throw invalidFilters("A value is expected here.", { position: start });
  return value;
}

function readParts(cursor: FilterCursor): string {
  const open: number[] = [];
  let value = "";
  let from = cursor.at;
  for (let unit = unitAt(cursor); !Number.isNaN(unit); unit = unitAt(cursor)) {
    const character = String.fromCharCode(unit);
    if (character === "\\" && isEscape(cursor)) {
      value += cursor.text.slice(from, cursor.at);
      from = cursor.at + 1;
      cursor.at += 1;
    } else if (character === "(") {
      open.push(cursor.at);
    } else if (endsValue(cursor, character, open)) {
      break;
    }
    cursor.at += 1;
  }
  const [position] = open;
  if (position === undefined) return value + cursor.text.slice(from, cursor.at);
  throw invalidFilters("This ( is never closed; write \\( where it belongs to a value.", {
    position,
  });
}

function isEscape(cursor: FilterCursor): boolean {
  cursor.reads += 1;
  return ESCAPABLE.has(cursor.text.charAt(cursor.at + 1));
}

/** Whether the value ends here; takes a `)` that closes one of its own. */
function endsValue(cursor: FilterCursor, character: string, open: number[]): boolean {
  if (character === ")") return open.pop() === undefined;
  if (open.length > 0 || (character !== "[" && character !== "]")) return false;
  if (isAt(cursor, "[and]") || isAt(cursor, "[or]")) return true;
  throw invalidFilters(`Write \\${character} where it belongs to a value.`, {
    position: cursor.at,
  });
}

/** A place in the text of `filters` that only moves forward. */
interface FilterCursor {
  readonly text: string;
  at: number;
  /** Characters looked at so far: what the time of parsing grows with. */
  reads: number;
}

export function createCursor(text: string): FilterCursor {
  return { text, at: 0, reads: 0 };
}

/** The UTF-16 code unit here; NaN at the end. */
function unitAt(cursor: FilterCursor): number {
  cursor.reads += 1;
  return cursor.text.charCodeAt(cursor.at);
}

/** Whether the text goes on with `word`. */
function isAt(cursor: FilterCursor, word: string): boolean {
  cursor.reads += word.length;
  return cursor.text.startsWith(word, cursor.at);
}

/** Moves behind `word` when the text goes on with it. */
function take(cursor: FilterCursor, word: string): boolean {
  const found = isAt(cursor, word);
  if (found) cursor.at += word.length;
  return found;
}

/** Moves to the next unit that `stops` says, or to the end, and returns what lies between. */
function takeUntil(cursor: FilterCursor, stops: (unit: number) => boolean): string {
  const start = cursor.at;
  for (let unit = unitAt(cursor); !Number.isNaN(unit) && !stops(unit); unit = unitAt(cursor)) {
    cursor.at += 1;
  }
  return cursor.text.slice(start, cursor.at);
}

function skipSpace(cursor: FilterCursor): void {
  takeUntil(cursor, (unit) => unit !== 0x20 && (unit < 0x09 || unit > 0x0d));
}

/** A value with a backslash before each character that has a meaning in `filters`. */
export function escapeFilterValue(value: string): string {
  return value.replaceAll(/[()[\]\\]/g, "\\$&");
}

/** The text that `parseFilters` reads to this tree. */
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
