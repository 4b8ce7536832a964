import type { ValuePath } from "./checked-filter.ts";
import { type Column, createColumn } from "./columns.ts";
import { eachValue, sourceOf, type ValueSource } from "./entry-values.ts";
import { isStringAt, stringAt } from "./json-scan.ts";
import type { QueryEntry } from "./query-entry.ts";
import type { QueryField } from "./query-field.ts";
import type { SearchIndex } from "./search-index.ts";

/**
 * The rows that the tables of a type share, one after the other: a row never changes and none is taken
 * out, so each table says which it has. What is known of rows is read when it is first asked for, and
 * of rows that were added, later.
 */
export interface RowStore {
  readonly fields: readonly QueryField[];
  readonly entries: QueryEntry[];
  readonly columns: Map<string, Column>;
  /** The newest row of each id and of each slug; of as many rows as `indexed`. */
  readonly rowOfId: Map<string, number>;
  readonly rowOfSlug: Map<string, number>;
  indexed: number;
  search: SearchIndex | undefined;
}

export function createRowStore(fields: readonly QueryField[]): RowStore {
  return {
    fields,
    entries: [],
    columns: new Map(),
    rowOfId: new Map(),
    rowOfSlug: new Map(),
    indexed: 0,
    search: undefined,
  };
}

/** What a store can tell of one key: a column, or texts that are read from the entry each time. */
export type RowValues = Column | TextValues;

export interface TextValues {
  readonly kind: "texts";
  readonly source: ValueSource;
  readonly read: (row: number) => readonly string[];
}

/** Long texts stay where they are: a second copy of them would double what a site takes. */
const LONG_TEXTS: ReadonlySet<string | undefined> = new Set(["textarea", "richtext"]);

export function valuesOf(store: RowStore, path: ValuePath): RowValues {
  const source = sourceOf(path, store.fields);
  if (path.key === "id" || path.key === "slug") return headTexts(store, source);
  if (LONG_TEXTS.has(source.type)) return longTexts(store, source);
  return columnOf(store, source);
}

function columnOf({ columns, entries }: RowStore, source: ValueSource): Column {
  const { key, inner } = source;
  const name = inner === undefined ? key : `${key}.${inner}`;
  const column = columns.get(name) ?? createColumn(source);
  columns.set(name, column);
  for (let row = column.rows; row < entries.length; row += 1) column.append(jsonOf(entries, row));
  return column;
}

function headTexts({ entries }: RowStore, source: ValueSource): TextValues {
  const { key } = source;
  return {
    kind: "texts",
    source,
    read: (row) => {
      const entry = entries[row];
      if (entry === undefined) return [];
      return [key === "id" ? entry.id : entry.slug];
    },
  };
}

function longTexts({ entries }: RowStore, source: ValueSource): TextValues {
  return {
    kind: "texts",
    source,
    read: (row) => {
      const json = jsonOf(entries, row);
      const texts: string[] = [];
      eachValue(json, source, (from, to) => {
        if (from !== -1 && isStringAt(json, from)) texts.push(stringAt(json, from, to));
      });
      return texts;
    },
  };
}

function jsonOf(entries: readonly QueryEntry[], row: number): string {
  return entries[row]?.json ?? "{}";
}

/** Brings the maps of ids and slugs to the newest row. */
export function indexRows(store: RowStore): void {
  const { entries, rowOfId, rowOfSlug } = store;
  for (let row = store.indexed; row < entries.length; row += 1) {
    const entry = entries[row];
    if (entry === undefined) continue;
    rowOfId.set(entry.id, row);
    rowOfSlug.set(entry.slug, row);
  }
  store.indexed = entries.length;
}
