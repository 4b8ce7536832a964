import { LIMITS } from "../model/limits.ts";
import type { Cell } from "./convert-scalar.ts";
import { hasNames } from "./flatten-map.ts";
import type { Column } from "./infer-fields.ts";
import { type SourceValue, noteLiteral, sourceText } from "./source-value.ts";

/** Room for the body, for texts beside fields and for what people add. */
const MOST = Math.floor(LIMITS.fields / 2);
/** Holds the keys that most files do not have, as JSON, when there are more keys than fields may be. */
const OVERFLOW_KEY = "otherValues";

/** At most half as many columns as a type may have fields: the rarest keys share one text field. */
export function limitColumns(columns: readonly Column[]): Column[] {
  const weight = columns.reduce((sum, column) => sum + weightOf(column), 0);
  if (weight <= MOST) return [...columns];
  const common = columns.toSorted((a, b) => b.cells.length - a.cells.length);
  const kept = new Set<Column>();
  let used = 1;
  for (const column of common) {
    used += weightOf(column);
    if (used > MOST) break;
    kept.add(column);
  }
  const rest = columns.filter((column) => !kept.has(column));
  return [...columns.filter((column) => kept.has(column)), overflow(rest)];
}

/** Fields that a column can become: a repeat counts its row's fields as well. */
function weightOf({ cells }: Column): number {
  const keys = new Set<string>();
  for (const { value } of cells) addKeys(value, "", keys);
  return 1 + keys.size;
}

function addKeys(value: SourceValue, prefix: string, keys: Set<string>): void {
  if (typeof value === "string") return;
  if (!(value instanceof Map)) {
    if (Array.isArray(value)) for (const item of value) addKeys(item, prefix, keys);
    return;
  }
  if (!hasNames(value)) {
    keys.add(`${prefix}key`).add(`${prefix}value`);
    return;
  }
  for (const [key, inner] of value) {
    keys.add(`${prefix}${key}`);
    addKeys(inner, `${prefix}${key}.`, keys);
  }
}

function overflow(columns: readonly Column[]): Column {
  const values = new Map<string, Map<string, SourceValue>>();
  for (const { key, cells, quoted } of columns) {
    for (const { path, value } of cells) {
      const map = values.get(path) ?? new Map<string, SourceValue>();
      values.set(path, map.set(key, value));
      if (!quoted) noteLiteral(map, key);
    }
  }
  const cells = [...values].map(([path, map]): Cell => ({ path, value: sourceText(map) }));
  return { key: OVERFLOW_KEY, cells, quoted: true };
}
