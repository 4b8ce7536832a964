import type { Field } from "../../api/content/schema.ts";

/** Filter operators of HQ. */
export const OPERATORS = [
  "contains",
  "equals",
  "not_equals",
  "begins_with",
  "less_than",
  "greater_than",
  "exists",
  "not_exists",
] as const;

export type Operator = (typeof OPERATORS)[number];

/** A condition on a field. */
export interface Condition {
  /** API ID. */
  readonly field: string;
  readonly operator: Operator;
  /** Empty for operators that only test for a value. */
  readonly value: string;
}

/** Conditions of which at least one must hold. */
export type Alternatives = readonly Condition[];

const PRESENCE = ["exists", "not_exists"] as const;
const TEXT = ["contains", "equals", "begins_with", ...PRESENCE] as const;
const NUMBER = ["equals", "less_than", "greater_than", ...PRESENCE] as const;

const BY_TYPE: Readonly<Record<string, readonly Operator[]>> = {
  text: TEXT,
  textarea: TEXT,
  embed: TEXT,
  number: NUMBER,
  date: NUMBER,
  boolean: ["equals"],
  select: ["equals", "not_equals", ...PRESENCE],
  reference: ["equals", "not_equals", ...PRESENCE],
};

/** Returns the operators available for a field. */
export function operatorsOf({ type }: Pick<Field, "type">): readonly Operator[] {
  return BY_TYPE[type] ?? PRESENCE;
}

export function needsValue(operator: Operator): boolean {
  return operator !== "exists" && operator !== "not_exists";
}

/** Prints a condition for the URL. */
function printCondition({ field, operator, value }: Condition): string {
  return `${field}.${operator}.${value}`;
}

/** Parses a condition; undefined if it is invalid. */
function parseCondition(text: string): Condition | undefined {
  const [field = "", name = "", ...rest] = text.split(".");
  const operator = OPERATORS.find((known) => known === name);
  const value = rest.join(".");
  if (field === "" || operator === undefined) return undefined;
  return needsValue(operator) === (value !== "") ? { field, operator, value } : undefined;
}

/** URL parameters: a condition, or an alternative to the one before it. */
const NAMES = { first: "where", other: "or" } as const;

/** Parses the conditions of a URL, in order. */
export function readConditions(address: URLSearchParams): readonly Alternatives[] {
  const all: Condition[][] = [];
  for (const [name, text] of address) {
    const condition = isName(name) ? parseCondition(text) : undefined;
    if (condition === undefined) continue;
    const last = all.at(-1);
    if (name === NAMES.other && last !== undefined) last.push(condition);
    else all.push([condition]);
  }
  return all;
}

function isName(name: string): boolean {
  return name === NAMES.first || name === NAMES.other;
}

/** Replaces the conditions of a URL. */
export function writeConditions(address: URLSearchParams, all: readonly Alternatives[]): void {
  for (const name of Object.values(NAMES)) address.delete(name);
  for (const [first, ...others] of all) {
    if (first === undefined) continue;
    address.append(NAMES.first, printCondition(first));
    for (const other of others) address.append(NAMES.other, printCondition(other));
  }
}

/** Prints all conditions in HQ's filter syntax; undefined if there are none. */
export function printFilters(all: readonly Alternatives[]): string | undefined {
  if (all.length === 0) return undefined;
  return all
    .map((alternatives) => {
      const text = alternatives.map(printFilter).join("[or]");
      // HQ evaluates from left to right.
      return alternatives.length > 1 && all.length > 1 ? `(${text})` : text;
    })
    .join("[and]");
}

function printFilter({ field, operator, value }: Condition): string {
  // Characters that would end a value.
  return `${field}[${operator}]${value.replaceAll(/[()[\]\\]/g, String.raw`\$&`)}`;
}
