import { useState } from "react";
import type { EntryOrder, ListExtras } from "../api/content/entries.ts";
import type { Field } from "../api/content/schema.ts";

/** The columns that every list may have, besides the title. */
const COLUMNS = ["type", "state", "publishedAt", "createdAt", "author", "updatedAt"] as const;

export type PlainColumn = (typeof COLUMNS)[number];

/** A column: one of every list, or `fields.` with the API id of a field. */
export type Column = PlainColumn | `fields.${string}`;

const OF_ALL: readonly Column[] = ["type", "state", "author", "updatedAt"];
const OF_TYPE: readonly Column[] = ["state", "publishedAt", "author", "updatedAt"];

export interface Columns {
  /** In the order in which they stand. */
  readonly shown: readonly Column[];
  readonly show: (columns: readonly Column[]) => void;
}

/** The columns that a person chose for a list, remembered in this browser. */
export function useColumns(
  site: string,
  type: string | undefined,
  fields: readonly Field[],
): Columns {
  const key = `loam.columns.${site}.${type ?? ""}`;
  const [chosen, setChosen] = useState<{ key: string; columns: readonly string[] | undefined }>();
  const kept = chosen?.key === key ? chosen.columns : readKept(key);
  const usual = type === undefined ? OF_ALL : OF_TYPE;
  const all = columnsOf(type, fields);
  return {
    shown: kept === undefined ? usual : all.filter((column) => kept.includes(column)),
    show: (columns) => {
      // What of a field whose schema is not read yet was chosen before is not lost by another choice.
      setChosen({ key, columns });
      keep(key, columns);
    },
  };
}

/** What a list may show. */
export function columnsOf(type: string | undefined, fields: readonly Field[]): readonly Column[] {
  const own = fields
    .filter((field) => field.type !== "richtext" && field.type !== "repeat")
    .map(({ apiId }): Column => `fields.${apiId}`);
  return [...COLUMNS.filter((column) => type === undefined || column !== "type"), ...own];
}

/** What a list asks for besides what every list shows. */
export function extrasOf({ shown }: Columns): ListExtras {
  const fields = shown
    .filter((column) => column.startsWith("fields."))
    .map((column) => column.slice("fields.".length));
  return { fields, thumbnails: true };
}

/** The field of a column; undefined for one of every list. */
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

/** Whether a click on a column orders the list by it. */
export function isSortable(column: Column, fields: readonly Field[]): boolean {
  const field = fieldOf(column, fields);
  return field === undefined ? COLUMNS.some((one) => one === column) : isOrdered(field);
}

function isOrdered({ type, multiple }: Field): boolean {
  return SORTED.has(type) && !multiple;
}

/** What an order is by, and whether it is turned round; undefined for the published order. */
export function readOrder(
  order: EntryOrder,
): { readonly column: string; readonly descends: boolean } | undefined {
  if (order === "default") return undefined;
  const descends = order.startsWith("-");
  return { column: descends ? order.slice(1) : order, descends };
}

function readKept(key: string): readonly string[] | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return Array.isArray(kept) ? kept.map(String) : undefined;
  } catch {
    return undefined;
  }
}

function keep(key: string, columns: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(columns));
  } catch {
    // A browser that keeps nothing shows them until the page is left.
  }
}
