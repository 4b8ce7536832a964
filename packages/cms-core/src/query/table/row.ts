import { isObject, type QueryEntry, referencedId } from "../answer/query-entry.ts";
import type { ValuePath } from "../ask/check-filters.ts";
import { kindOf, type QueryField, SYSTEM_KINDS, type ValueKind } from "../ask/query-parameters.ts";
import { parseTime } from "../ask/value-test.ts";
import { readMember } from "./read-member.ts";

/** An entry with its values, each read on first use. All tables that contain the entry share the row. */
export interface Row {
  readonly entry: QueryEntry;
  /**
   * By key, or `key.inner` for rows of a repeat. Dates are cached separately as times and as texts. Long texts aren't
   * cached.
   */
  readonly values: Map<string, readonly Value[]>;
  head: RowHead | undefined;
  text: SearchText | undefined;
}

/**
 * A comparable value: text, id of a reference, date as published; number, time in milliseconds, Boolean or presence as
 * 0 and 1.
 */
export type Value = string | number;

/** Sort keys of the default order; a never published draft has no `publishedAt`. */
export interface RowHead {
  readonly sortOrder: number;
  readonly publishedAt: string;
}

/**
 * Normalized searchable text: the first text field, the slug, then all other texts, each followed by a line feed, which
 * no search word contains.
 */
export interface SearchText {
  readonly text: string;
  /** Where the slug and the other texts start. */
  readonly slugStart: number;
  readonly restStart: number;
}

export function makeRow(entry: QueryEntry): Row {
  return { entry, values: new Map(), head: undefined, text: undefined };
}

/** Source of the values of one key, or of one key of repeat rows. */
export interface ValueSource extends ValuePath {
  /** Cache key of the values in a row. */
  readonly name: string;
  readonly kind: ValueKind;
  /** Absent for a system key. */
  readonly type?: QueryField["type"];
  /** Whether the field itself has multiple values. */
  readonly multiple: boolean;
}

export function sourceOf(path: ValuePath, fields: readonly QueryField[]): ValueSource {
  const system = SYSTEM_KINDS.get(path.key);
  if (system !== undefined) return { ...path, name: path.key, kind: system, multiple: false };
  const field = fields.find(({ apiId }) => apiId === path.key);
  const inner = field?.fields?.find(({ apiId }) => apiId === path.inner);
  const { type, multiple } = (path.inner === undefined ? field : inner) ?? NOTHING;
  const name = path.inner === undefined ? path.key : `${path.key}.${path.inner}`;
  return { ...path, name, kind: kindOf(type), type, multiple: multiple || type === "repeat" };
}

const NOTHING = { type: "media", multiple: false } as const;

/** Long texts aren't cached: a second copy would double a site's memory. */
const LONG_TEXTS: ReadonlySet<string | undefined> = new Set(["textarea", "richtext"]);

/** Source of a date field's values as times. They are cached because parsing takes longer than comparing. */
export function asTimes(source: ValueSource): ValueSource {
  if (source.kind !== "date") return source;
  return { ...source, kind: "instant", name: `${source.name} as times` };
}

/** Returns a row's values for a key; missing values are omitted, and an unset Boolean is 0. */
export function readValues(row: Row, source: ValueSource): readonly Value[] {
  const { key, name, type } = source;
  if (key === "id" || key === "slug") return [row.entry[key]];
  if (LONG_TEXTS.has(type)) return valuesIn(row.entry, source);
  const known = row.values.get(name);
  if (known !== undefined) return known;
  const values = valuesIn(row.entry, source);
  row.values.set(name, values.length === 0 ? NONE : values);
  return values;
}

const NONE: readonly Value[] = [];

function valuesIn(
  { json }: QueryEntry,
  { key, inner, kind, multiple }: ValueSource,
): readonly Value[] {
  const member = readMember(json, key);
  const values =
    inner === undefined
      ? valuesOf(member, multiple)
      : rowsOf(member).flatMap((row) => valuesOf(isObject(row) ? row[inner] : undefined, multiple));
  return values.flatMap((value) => READ_VALUE[kind](value) ?? []);
}

/**
 * Returns the values of a key, with undefined for a missing one. A single-value field has no values if the entry,
 * written with an older schema, has an array.
 */
function valuesOf(member: unknown, multiple: boolean): readonly unknown[] {
  if (Array.isArray(member)) return multiple ? member : [undefined];
  return member === undefined && multiple ? [] : [member];
}

function rowsOf(member: unknown): readonly unknown[] {
  return Array.isArray(member) ? member : [];
}

type ReadValue = (value: unknown) => Value | undefined;

const READ_VALUE: Readonly<Record<ValueKind, ReadValue>> = {
  text: readText,
  label: readText,
  date: readText,
  reference: referencedId,
  number: (value) => (typeof value === "number" ? value : undefined),
  instant: readTime,
  boolean: (value) => (value === true ? 1 : 0),
  presence: (value) => (value === undefined ? undefined : 1),
};

function readText(value: unknown): Value | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns NaN, which never matches, for a text that isn't a time. */
function readTime(value: unknown): Value | undefined {
  return typeof value === "string" ? (parseTime(value) ?? Number.NaN) : undefined;
}
