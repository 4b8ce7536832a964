import { visibleText } from "@loam/cms-core/markdown";
import type { FilterNode, QueryField } from "@loam/cms-core/query";
import {
  isObject,
  type Json,
  type JsonEntry,
  listOf,
  type NaiveSite,
  passes,
  textOf,
  valueOf,
} from "./naive-filter.ts";

export interface NaiveQuery {
  readonly limit: number;
  readonly offset: number;
  readonly depth: number;
  readonly orders: readonly { readonly key: string; readonly descending: boolean }[];
  readonly filter?: FilterNode | undefined;
  readonly q: string;
  readonly ids?: readonly string[] | undefined;
  /** Dotted names. */
  readonly fields?: readonly string[] | undefined;
}

/**
 * Computes the read API's response from the contracts with plain loops over parsed entries, for comparison with the
 * real implementation.
 */
export function naiveAnswer(site: NaiveSite, apiId: string, query: NaiveQuery): string {
  const { fields = [], entries = [] } = site.get(apiId) ?? {};
  const found = entries
    .toSorted(compareDefault)
    .filter((entry) => query.ids === undefined || query.ids.some((id) => isCalled(entry, id)))
    .filter((entry) => query.filter === undefined || passes(entry, query.filter, { site, fields }))
    .map((entry) => ({ entry, score: scoreOf(entry, fields, query.q) }))
    .filter(({ score }) => score > 0);
  const sorted =
    query.orders.length > 0
      ? found.toSorted((a, b) => compareBy(a.entry, b.entry, { orders: query.orders, fields }))
      : found.toSorted((a, b) => b.score - a.score);
  const nodes = { left: 2000 };
  const page = sorted.slice(query.offset, query.offset + query.limit);
  const contents = page.map(({ entry }) =>
    show(entry, {
      site,
      depth: query.depth,
      paths: query.fields?.map((name) => name.split(".")),
      nodes,
    }),
  );
  const { limit, offset } = query;
  return JSON.stringify({ contents, totalCount: found.length, offset, limit });
}

function isCalled(entry: JsonEntry, idOrSlug: string): boolean {
  return entry["id"] === idOrSlug || entry["slug"] === idOrSlug;
}

export function compareDefault(a: JsonEntry, b: JsonEntry): number {
  const [left, right] = [Number(a["sortOrder"]), Number(b["sortOrder"])];
  if (left !== right) return left - right;
  const [newer, older] = [textOf(b["publishedAt"]), textOf(a["publishedAt"])];
  if (newer !== older) return newer < older ? -1 : 1;
  return textOf(a["id"]) < textOf(b["id"]) ? -1 : 1;
}

interface Ordering extends Pick<NaiveQuery, "orders"> {
  readonly fields: readonly QueryField[];
}

function compareBy(a: JsonEntry, b: JsonEntry, { orders, fields }: Ordering): number {
  for (const { key, descending } of orders) {
    if (key === "system:default") return descending ? -compareDefault(a, b) : compareDefault(a, b);
    const field = fields.find(({ apiId }) => apiId === key);
    const [left, right] = [a, b].map((entry) => (field ? valueOf(entry, field) : entry[key]));
    if (left === undefined && right === undefined) continue;
    if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
    const order = compareValues(left, right);
    if (order !== 0) return descending ? -order : order;
  }
  return compareDefault(a, b);
}

function compareValues(a: Json, b: Json): number {
  if (typeof a !== "string" || typeof b !== "string") return Number(a) - Number(b);
  const [left, right] = [points(a), points(b)];
  const at = left.findIndex((point, index) => point !== right[index]);
  return at === -1 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
}

function points(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

/** 1 without a search; 0 if a word is missing. */
function scoreOf(entry: JsonEntry, fields: readonly QueryField[], q: string): number {
  const words = new Set(
    plain(q)
      .split(/\s+/)
      .filter((word) => word !== ""),
  );
  if (words.size === 0) return 1;
  const first = fields.find(({ type }) => type === "text");
  const places: readonly [number, readonly string[]][] = [
    [5, first === undefined ? [] : textsOf(entry, [first])],
    [3, [textOf(entry["slug"])]],
    [1, textsOf(entry, fields)],
  ];
  let score = 0;
  for (const word of words) {
    const place = places.find(([, texts]) => texts.some((text) => plain(text).includes(word)));
    if (place === undefined) return 0;
    score += place[0];
  }
  return score;
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

function textsOf(values: JsonEntry, fields: readonly QueryField[]): string[] {
  return fields.flatMap((field) => {
    const list = listOf(values[field.apiId]);
    if (field.type === "repeat") {
      return list.filter(isObject).flatMap((row) => textsOf(row, field.fields ?? []));
    }
    if (field.type === "media")
      return list.filter(isObject).flatMap(({ alt }) => (alt === undefined ? [] : textOf(alt)));
    if (field.type === "richtext") return list.map((one) => visibleText(textOf(one)));
    const isText = ["text", "textarea", "select", "embed"].includes(field.type);
    return isText ? list.map(textOf) : [];
  });
}

interface Showing {
  readonly site: NaiveSite;
  readonly depth: number;
  /** Undefined for everything. */
  readonly paths: readonly (readonly string[])[] | undefined;
  readonly nodes: { left: number };
}

function show(values: JsonEntry, showing: Showing): JsonEntry {
  const shown: JsonEntry = {};
  for (const [key, value] of Object.entries(values)) {
    const own = showing.paths?.filter(([first]) => first === key);
    if (own?.length === 0) continue;
    const isWhole = own === undefined || own.some((path) => path.length === 1);
    const paths = isWhole ? undefined : own.map((path) => path.slice(1));
    const inner = showValue(value, { ...showing, paths });
    if (inner !== undefined) shown[key] = inner;
  }
  return shown;
}

function showValue(value: Json, showing: Showing): Json | undefined {
  if (Array.isArray(value)) return value.flatMap((one) => showValue(one, showing) ?? []);
  if (!isObject(value)) return showing.paths === undefined ? value : undefined;
  const isReference = Object.keys(value).join(",") === "id";
  if (!isReference) return show(value, showing);
  const target = entryOf(value, showing);
  if (target === undefined || showing.depth === 0 || showing.nodes.left === 0) {
    return show(value, showing);
  }
  showing.nodes.left -= 1;
  return show(target, { ...showing, depth: showing.depth - 1 });
}

function entryOf(reference: JsonEntry, { site }: Showing): JsonEntry | undefined {
  for (const { entries } of site.values()) {
    const target = entries.find((entry) => entry["id"] === reference["id"]);
    if (target !== undefined) return target;
  }
  return undefined;
}
