import { useState } from "react";
import type { EntryOrder, ListExtras } from "../../api/content/entries.ts";
import type { Field } from "../../api/content/schema.ts";

/** Optional columns of every list, besides the title. */
const COLUMNS = ["type", "state", "publishedAt", "createdAt", "author", "updatedAt"] as const;

export type PlainColumn = (typeof COLUMNS)[number];

/** A column of every list, or `fields.` with a field's API ID. */
export type Column = PlainColumn | `fields.${string}`;

const OF_ALL: readonly Column[] = ["type", "state", "author", "updatedAt"];
const OF_TYPE: readonly Column[] = ["state", "publishedAt", "author", "updatedAt"];

export interface Columns {
  /** In display order. */
  readonly visible: readonly Column[];
  readonly show: (columns: readonly Column[]) => void;
}

/** Loads the user's columns for a list from this browser. */
export function useColumns(
  site: string,
  type: string | undefined,
  fields: readonly Field[],
): Columns {
  const key = `loam.columns.${site}.${type ?? ""}`;
  const [chosen, setChosen] = useState<{ key: string; columns: readonly string[] | undefined }>();
  const stored = chosen?.key === key ? chosen.columns : loadColumns(key);
  const usual = type === undefined ? OF_ALL : OF_TYPE;
  const all = columnsOf(type, fields);
  return {
    visible: stored === undefined ? usual : all.filter((column) => stored.includes(column)),
    show: (columns) => {
      // Keep columns of fields whose schema hasn't loaded yet.
      setChosen({ key, columns });
      keep(key, columns);
    },
  };
}

/** Returns the available columns. */
export function columnsOf(type: string | undefined, fields: readonly Field[]): readonly Column[] {
  const own = fields
    .filter((field) => field.type !== "richtext" && field.type !== "repeat")
    .map(({ apiId }): Column => `fields.${apiId}`);
  return [...COLUMNS.filter((column) => type === undefined || column !== "type"), ...own];
}

/** Returns the additional data a list must request for its columns. */
export function extrasOf({ visible }: Columns): ListExtras {
  const fields = visible
    .filter((column) => column.startsWith("fields."))
    .map((column) => column.slice("fields.".length));
  return { fields, thumbnails: true };
}

/** Returns the field of a column; undefined for a common column. */
export function fieldOf(column: Column, fields: readonly Field[]): Field | undefined {
  return fields.find(({ apiId }) => `fields.${apiId}` === column);
}

const SORTED: ReadonlySet<string> = new Set([
  "text",
  "textarea",
  "number",
  "boolean",
  "date",
  "select",
]);

/** Returns whether selecting a column header sorts the list by it. */
export function isSortable(column: Column, fields: readonly Field[]): boolean {
  const field = fieldOf(column, fields);
  return field === undefined ? COLUMNS.some((one) => one === column) : isOrdered(field);
}

function isOrdered({ type, multiple }: Field): boolean {
  return SORTED.has(type) && !multiple;
}

/** Parses a sort order into its column and direction; undefined for the published order. */
export function readOrder(
  order: EntryOrder,
): { readonly column: string; readonly descends: boolean } | undefined {
  if (order === "default") return undefined;
  const descends = order.startsWith("-");
  return { column: descends ? order.slice(1) : order, descends };
}

function loadColumns(key: string): readonly string[] | undefined {
  try {
    const storedColumns: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return Array.isArray(storedColumns) ? storedColumns.map(String) : undefined;
  } catch {
    return undefined;
  }
}

function keep(key: string, columns: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(columns));
  } catch {
    // Without browser storage, the choice lasts until the page is closed.
  }
}
