import { CmsError } from "../../base/errors.ts";
import { quoted } from "./filter-syntax.ts";
import { type QueryField, SYSTEM_KINDS, systemKeyOf } from "./query-field.ts";

/** Every parameter that the read API knows; one that is given twice is an error. */
const KNOWN_PARAMETERS: ReadonlySet<string> = new Set([
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
]);

/** The values of the known parameters that are there and not empty. */
export type QueryParameters = ReadonlyMap<string, string>;

/**
 * Reads the query part of a URL, without its `?`. `+` is a space; an empty value counts as absent;
 * parameters that nobody knows are ignored (contracts, section 4).
 *
 * @throws CmsError `invalid_encoding` for broken percent-encoding or UTF-8, `duplicate_parameter`.
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

/** The draft key that is given. Clients print an unset one as `null` or `undefined`: both mean none. */
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
  return new CmsError("duplicate_parameter", `${name} is given more than once.`, {
    details: { param: name },
  });
}

/** The name of the default order: `sortOrder`, then the newest published, then the id. */
export const DEFAULT_ORDER = "system:default";

/** One key to order by. */
export interface OrderTerm {
  /** API id of a scalar field, a system key, or `system:default`. */
  readonly key: string;
  readonly descending: boolean;
}

const UNORDERED_TYPES: ReadonlySet<string> = new Set(["media", "reference", "repeat"]);
const MAX_TERMS = 20;

/**
 * Reads the `orders` parameter: `-publishedAt,title`. The first mention of a key counts, and nothing
 * after `system:default`, in which no two entries stand alike.
 *
 * @throws CmsError `invalid_orders` for a key that is no system key and no scalar field; `details`
 * hold `param`, `field`, and `allowed`.
 */
export function parseOrders(text: string, fields: readonly QueryField[]): readonly OrderTerm[] {
  const allowed = orderKeys(fields);
  const terms = text.split(",").map(parseTerm);
  if (terms.length > MAX_TERMS) {
    throw new CmsError("invalid_orders", `orders may name at most ${MAX_TERMS} fields.`, {
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

function parseTerm(part: string): OrderTerm {
  const term = part.trim();
  const descending = term.startsWith("-");
  return { key: systemKeyOf(descending ? term.slice(1) : term), descending };
}

function orderKeys(fields: readonly QueryField[]): readonly string[] {
  const scalars = fields.filter(({ type, multiple }) => !multiple && !UNORDERED_TYPES.has(type));
  return [...SYSTEM_KINDS.keys(), ...scalars.map(({ apiId }) => apiId), DEFAULT_ORDER];
}

function invalidOrder(key: string, allowed: readonly string[]): CmsError {
  return new CmsError("invalid_orders", `orders cannot use ${quoted(key)}.`, {
    details: { param: "orders", field: key.slice(0, 80), allowed },
  });
}
