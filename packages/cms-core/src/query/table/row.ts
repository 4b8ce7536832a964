import type { QueryEntry } from "../answer/query-entry.ts";

/** An entry with what was read of it, when that was first asked for. Every table that has the entry has the same row. */
export interface Row {
  readonly entry: QueryEntry;
  /** By key, with that of a repeat field's rows behind a dot; long texts are read each time. */
  readonly values: Map<string, readonly Value[]>;
  head: RowHead | undefined;
  text: SearchText | undefined;
}

/**
 * One value of a row, as it is compared: texts, ids of references, dates as published; numbers, times of system keys
 * in milliseconds, booleans and presence as 0 and 1.
 */
export type Value = string | number;

/** What the default order goes by; a draft that was never published has no `publishedAt`. */
export interface RowHead {
  readonly sortOrder: number;
  readonly publishedAt: string;
}

/**
 * What a search looks at, normalised: the first text field, the slug, then all other texts, each
 * ended by a line feed, which no word holds.
 */
export interface SearchText {
  readonly text: string;
  /** Where the slug begins, and where the other texts do. */
  readonly slugStart: number;
  readonly restStart: number;
}

export function makeRow(entry: QueryEntry): Row {
  return { entry, values: new Map(), head: undefined, text: undefined };
}
