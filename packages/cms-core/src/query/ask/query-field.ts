import type { FieldType } from "../../model/content-type.ts";
import type { FilterOperator } from "./filter-syntax.ts";

/** What is needed to know of a field: a subset of a schema's field and of the index file's. */
export interface QueryField {
  readonly apiId: string;
  readonly type: FieldType;
  readonly multiple: boolean;
  /** Of a reference field: API ids of the types that it may point to. */
  readonly to?: readonly string[];
  /** Of a repeat field: the fields of its rows. */
  readonly fields?: readonly QueryField[];
}

/** The published schema that a query is checked against, before any data is looked at. */
export interface QuerySchema {
  readonly fields: readonly QueryField[];
  /** The fields of another type of the site; undefined when it has none by that API id. */
  readonly fieldsOf: (apiId: string) => readonly QueryField[] | undefined;
}

/** How the values of a field compare (contracts, section 4, "by type"). */
export type ValueKind =
  | "text"
  | "label"
  | "number"
  | "date"
  | "instant"
  | "boolean"
  | "reference"
  | "presence";

const KIND_OF_TYPE: Readonly<Record<FieldType, ValueKind>> = {
  text: "text",
  textarea: "text",
  richtext: "text",
  embed: "text",
  select: "label",
  number: "number",
  boolean: "boolean",
  date: "date",
  reference: "reference",
  media: "presence",
  repeat: "presence",
};

export function kindOf(type: FieldType): ValueKind {
  return KIND_OF_TYPE[type];
}

/** System keys and how they compare; `instant` is a date with its time. */
export const SYSTEM_KINDS: ReadonlyMap<string, ValueKind> = new Map([
  ["id", "text"],
  ["slug", "text"],
  ["createdAt", "instant"],
  ["updatedAt", "instant"],
  ["publishedAt", "instant"],
  ["sortOrder", "number"],
]);

/** The key that a name in a query stands for: `revisedAt` is what the compatible service calls it. */
export function systemKeyOf(name: string): string {
  return name === "revisedAt" ? "updatedAt" : name;
}

const EQUALITY = ["equals", "not_equals"] as const;
const CONTAINING = ["contains", "not_contains"] as const;
const ORDER = ["less_than", "greater_than"] as const;
const PRESENCE = ["exists", "not_exists"] as const;

const ALL = [...EQUALITY, ...CONTAINING, ...ORDER, "begins_with", ...PRESENCE] as const;

/** The operators that each kind of value takes; of numbers, `contains` and `begins_with` find none. */
export const OPERATORS_OF_KIND: Readonly<Record<ValueKind, readonly FilterOperator[]>> = {
  text: [...EQUALITY, ...CONTAINING, "begins_with", ...PRESENCE],
  label: [...EQUALITY, ...CONTAINING, "begins_with", ...PRESENCE],
  number: ALL,
  date: ALL,
  instant: ALL,
  boolean: [...EQUALITY, ...PRESENCE],
  reference: [...EQUALITY, ...CONTAINING, ...PRESENCE],
  presence: PRESENCE,
};
