import type { Field } from "../../api/content/schema.ts";

/** How a value is looked at, as HQ names it. */
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
  /** API id. */
  readonly field: string;
  readonly operator: Operator;
  /** Empty for whether there is a value. */
  readonly value: string;
}

/** Conditions of which one has to hold. */
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

/** What can be asked of a field. */
export function operatorsOf({ type }: Pick<Field, "type">): readonly Operator[] {
  return BY_TYPE[type] ?? PRESENCE;
}

export function needsValue(operator: Operator): boolean {
  return operator !== "exists" && operator !== "not_exists";
}

/** A condition as it stands in an address. */
function printCondition({ field, operator, value }: Condition): string {
  return `${field}.${operator}.${value}`;
}

/** Undefined for what is none. */
function parseCondition(text: string): Condition | undefined {
  const [field = "", name = "", ...rest] = text.split(".");
  const operator = OPERATORS.find((known) => known === name);
  const value = rest.join(".");
  if (field === "" || operator === undefined) return undefined;
  return needsValue(operator) === (value !== "") ? { field, operator, value } : undefined;
}

/** What each name says in an address: a condition, or another one that may hold in the place of the one before it. */
const NAMES = { first: "where", other: "or" } as const;

/** The conditions of an address, in their order. */
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

/** Puts conditions into an address in the place of those that it has. */
export function writeConditions(address: URLSearchParams, all: readonly Alternatives[]): void {
  for (const name of Object.values(NAMES)) address.delete(name);
  for (const [first, ...others] of all) {
    if (first === undefined) continue;
    address.append(NAMES.first, printCondition(first));
    for (const other of others) address.append(NAMES.other, printCondition(other));
  }
}

/** All conditions together, as HQ reads them; undefined without one. */
export function printFilters(all: readonly Alternatives[]): string | undefined {
  if (all.length === 0) return undefined;
  return all
    .map((alternatives) => {
      const text = alternatives.map(printFilter).join("[or]");
      // HQ reads from left to right.
      return alternatives.length > 1 && all.length > 1 ? `(${text})` : text;
    })
    .join("[and]");
}

function printFilter({ field, operator, value }: Condition): string {
  // What would end a value there.
  return `${field}[${operator}]${value.replaceAll(/[()[\]\\]/g, String.raw`\$&`)}`;
}
