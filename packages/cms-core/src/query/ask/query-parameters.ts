import { CmsError } from "../../base/errors.ts";
import type { FieldType } from "../../model/content-type.ts";
import { type FilterOperator, quoteName } from "./parse-filters.ts";

/** Every parameter of the read API. A repeated one is an error. */
export const QUERY_PARAMETERS = [
  "limit",
  "offset",
  "orders",
  "fields",
  "filters",
  "q",
  "ids",
  "depth",
  "draftKey",
  "at",
  "profile",
] as const;

export type QueryParameter = (typeof QUERY_PARAMETERS)[number];

const KNOWN_PARAMETERS: ReadonlySet<string> = new Set(QUERY_PARAMETERS);

/** Values of known, non-empty parameters. */
export type QueryParameters = ReadonlyMap<string, string>;

/**
 * Parses the query string of a URL, without its `?`. `+` is a space; an empty value counts as absent; unknown
 * parameters are ignored (contracts, section 4).
 *
 * @throws CmsError `invalid_encoding` for broken percent-encoding or UTF-8, `duplicate_parameter`
 */
export function parseQueryString(query: string): QueryParameters {
  const parameters = new Map<string, string>();
  const seen = new Set<string>();
  for (const pair of query.split("&")) {
    const mark = pair.indexOf("=");
    const name = decode(mark === -1 ? pair : pair.slice(0, mark));
    const value = mark === -1 ? "" : decode(pair.slice(mark + 1));
    if (!KNOWN_PARAMETERS.has(name)) continue;
    if (seen.has(name)) throw duplicate(name);
    seen.add(name);
    if (value !== "") parameters.set(name, value);
  }
  return parameters;
}

/** Returns the draft key, if any. Clients print an unset one as `null` or `undefined`, which both count as absent. */
export function draftKeyOf(parameters: QueryParameters): string | undefined {
  const key = parameters.get("draftKey");
  return key === "null" || key === "undefined" ? undefined : key;
}

function decode(text: string): string {
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (cause) {
    throw new CmsError("invalid_encoding", "The query is not valid percent-encoded UTF-8.", {
      cause,
    });
  }
}

function duplicate(name: string): CmsError {
  return new CmsError("duplicate_parameter", `The parameter ${name} is repeated. Pass it once.`, {
    details: { param: name },
  });
}

/** Name of the default order: `sortOrder`, then newest published, then id. */
export const DEFAULT_ORDER = "system:default";

/** One sort key. */
export interface OrderTerm {
  /** API id of a scalar field, a system key, or `system:default`. */
  readonly key: string;
  readonly descending: boolean;
}

const UNORDERED_TYPES: ReadonlySet<string> = new Set(["media", "reference", "repeat"]);
const MAX_TERMS = 20;

/**
 * Parses the `orders` parameter: `-publishedAt,title`. The first occurrence of a key counts, and everything after
 * `system:default` is ignored, because that order has no ties.
 *
 * @throws CmsError `invalid_orders` for a key that isn't a system key or scalar field; `details` contain `param`,
 * `field`, and `allowed`
 */
export function parseOrders(text: string, fields: readonly QueryField[]): readonly OrderTerm[] {
  const allowed = orderKeys(fields);
  const terms = text.split(",").map((part) => parseTerm(part, fields));
  if (terms.length > MAX_TERMS) {
    throw new CmsError("invalid_orders", `orders can contain up to ${MAX_TERMS} fields.`, {
      details: { param: "orders" },
    });
  }
  for (const { key } of terms) {
    if (!allowed.includes(key)) throw invalidOrder(key, allowed);
  }
  const whole = terms.findIndex(({ key }) => key === DEFAULT_ORDER);
  return terms
    .slice(0, whole === -1 ? undefined : whole + 1)
    .filter(({ key }, index) => terms.findIndex((term) => term.key === key) === index);
}

function parseTerm(part: string, fields: readonly QueryField[]): OrderTerm {
  const term = part.trim();
  const descending = term.startsWith("-");
  return { key: systemKeyOf(descending ? term.slice(1) : term, fields), descending };
}

function orderKeys(fields: readonly QueryField[]): readonly string[] {
  const scalars = fields.filter(({ type, multiple }) => !multiple && !UNORDERED_TYPES.has(type));
  return [...SYSTEM_KINDS.keys(), ...scalars.map(({ apiId }) => apiId), DEFAULT_ORDER];
}

function invalidOrder(key: string, allowed: readonly string[]): CmsError {
  return new CmsError("invalid_orders", `orders cannot sort by ${quoteName(key)}.`, {
    details: { param: "orders", field: key.slice(0, 80), allowed },
  });
}

/** Required properties of a field: a subset of the schema's field and of that in the index file. */
export interface QueryField {
  readonly apiId: string;
  readonly type: FieldType;
  readonly multiple: boolean;
  /** For a reference field: API ids of the allowed types. */
  readonly to?: readonly string[];
  /** For a repeat: the fields of its rows. */
  readonly fields?: readonly QueryField[];
}

/** The published schema for checking a query before any data is read. */
export interface QuerySchema {
  readonly fields: readonly QueryField[];
  /** Returns the fields of another type of the site; undefined if there is no such type. */
  readonly fieldsOf: (apiId: string) => readonly QueryField[] | undefined;
}

/** How values of a field are compared (contracts, section 4, "by type"). */
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

/** System keys and how they are compared; `instant` is a date with a time. */
export const SYSTEM_KINDS: ReadonlyMap<string, ValueKind> = new Map([
  ["id", "text"],
  ["slug", "text"],
  ["createdAt", "instant"],
  ["updatedAt", "instant"],
  ["publishedAt", "instant"],
  ["sortOrder", "number"],
]);

/** Resolves a system key. `revisedAt` is the compatible service's name for one, unless a field has that name. */
export function systemKeyOf(name: string, fields: readonly QueryField[]): string {
  return name === "revisedAt" && !fields.some(({ apiId }) => apiId === name) ? "updatedAt" : name;
}

const EQUALITY = ["equals", "not_equals"] as const;
const CONTAINING = ["contains", "not_contains"] as const;
const ORDER = ["less_than", "greater_than"] as const;
const PRESENCE = ["exists", "not_exists"] as const;

const ALL = [...EQUALITY, ...CONTAINING, ...ORDER, "begins_with", ...PRESENCE] as const;

/** Supported operators by kind of value. For numbers, `contains` and `begins_with` never match. */
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
