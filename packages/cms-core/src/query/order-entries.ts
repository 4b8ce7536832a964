import { compareScalars } from "./compare-values.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.ts";
import type { OrderTerm } from "./parse-orders.ts";

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
