import type { JsonObject, JsonValue } from "./json-value.ts";
import type { EntryQuery, ListQuery } from "./list-query.ts";
import { orderEntries } from "./order-entries.ts";
import { pickFields } from "./pick-fields.ts";

/** An entry as it is published: the compact JSON of its file. */
export interface PublishedEntry {
  readonly json: string;
}

/** Parsed values are kept as long as the entry they belong to: a new publish makes new entries. */
const parsedValues = new WeakMap<PublishedEntry, JsonObject>();

/**
 * The compact JSON of a list answer: `{"contents":[…],"totalCount":n,"offset":n,"limit":n}`.
 * `entries` are all entries of the type in default order.
 */
export function renderListAnswer(entries: readonly PublishedEntry[], query: ListQuery): string {
  const { limit, offset, orders } = query;
  const ordered = orders.length === 0 ? entries : orderEntries(entries, orders, valuesOf);
  const page = ordered
    .slice(offset, offset + limit)
    .map((entry) => renderEntryAnswer(entry, query));
  return `{"contents":[${page.join(",")}],"totalCount":${entries.length},"offset":${offset},"limit":${limit}}`;
}

/** The compact JSON of one entry with the fields that were asked for. */
export function renderEntryAnswer(entry: PublishedEntry, { fields }: EntryQuery): string {
  return fields === undefined ? entry.json : JSON.stringify(pickFields(valuesOf(entry), fields));
}

function valuesOf(entry: PublishedEntry): JsonObject {
  const known = parsedValues.get(entry);
  if (known !== undefined) return known;
  const values = parseObject(entry.json);
  parsedValues.set(entry, values);
  return values;
}

/** The renderer's own output: an object without `null`. */
function parseObject(json: string): JsonObject {
  const values: Record<string, JsonValue> = JSON.parse(json);
  return values;
}
