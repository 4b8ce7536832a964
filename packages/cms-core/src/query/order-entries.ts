import { CmsError } from "../base/errors.ts";
import { SYSTEM_KEYS } from "../base/system-keys.ts";
import type { Field } from "../model/field.ts";
import { compareScalars } from "./compare-values.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.ts";

/** One key to order by. */
export interface OrderTerm {
  /** API id of a scalar field, or a system key. */
  readonly key: string;
  readonly descending: boolean;
}

/** What is needed to know of a field: a subset of a schema's field and of the index file's. */
export type QueryField = Pick<Field, "apiId" | "type" | "multiple">;

const UNORDERED_TYPES: ReadonlySet<string> = new Set(["media", "reference", "repeat"]);
const MAX_TERMS = 20;

/**
 * Reads the `orders` parameter: `-publishedAt,title`. The first mention of a key counts.
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
  return terms.filter(({ key }, index) => terms.findIndex((term) => term.key === key) === index);
}

function parseTerm(part: string): OrderTerm {
  const term = part.trim();
  return term.startsWith("-")
    ? { key: term.slice(1), descending: true }
    : { key: term, descending: false };
}

function orderKeys(fields: readonly QueryField[]): readonly string[] {
  const scalars = fields.filter(({ type, multiple }) => !multiple && !UNORDERED_TYPES.has(type));
  return [...SYSTEM_KEYS, ...scalars.map(({ apiId }) => apiId)];
}

function invalidOrder(key: string, allowed: readonly string[]): CmsError {
  return new CmsError("invalid_orders", `orders cannot use ${JSON.stringify(key.slice(0, 80))}.`, {
    details: { param: "orders", field: key.slice(0, 80), allowed },
  });
}

/**
 * Sorts entries that are in default order. Entries without a value come last whether the term
 * ascends or descends; ties keep the default order, so paging is stable (contracts, section 4).
 */
export function orderEntries<E>(
  entries: readonly E[],
  terms: readonly OrderTerm[],
  valuesOf: (entry: E) => JsonObject,
): readonly E[] {
  const keyed = entries.map((entry) => {
    const values = valuesOf(entry);
    return { entry, keys: terms.map(({ key }) => scalarAt(values, key)) };
  });
  keyed.sort((left, right) => compareKeys(left.keys, right.keys, terms));
  return keyed.map(({ entry }) => entry);
}

function scalarAt(values: JsonObject, key: string): JsonValue | undefined {
  const value = Object.hasOwn(values, key) ? values[key] : undefined;
  return Array.isArray(value) || isJsonObject(value) ? undefined : value;
}

type Keys = readonly (JsonValue | undefined)[];

function compareKeys(left: Keys, right: Keys, terms: readonly OrderTerm[]): number {
  for (const [index, { descending }] of terms.entries()) {
    const [a, b] = [left[index], right[index]];
    if (a === undefined || b === undefined) {
      if (a !== b) return a === undefined ? 1 : -1;
      continue;
    }
    const order = compareScalars(a, b);
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}
