import { isObject, type QueryEntry, referencedId } from "../answer/query-entry.ts";
import type { ValuePath } from "../ask/check-filters.ts";
import { kindOf, type QueryField, SYSTEM_KINDS, type ValueKind } from "../ask/query-parameters.ts";
import { parseTime } from "../ask/value-test.ts";
import { readMember } from "./read-member.ts";

/** An entry with what was read of it, when that was first asked for. Every table that has the entry has the same row. */
export interface Row {
  readonly entry: QueryEntry;
  /**
   * By key, with that of a repeat field's rows behind a dot; what dates are as times stands beside what they are as
   * texts. Long texts are read each time.
   */
  readonly values: Map<string, readonly Value[]>;
  head: RowHead | undefined;
  text: SearchText | undefined;
}

/**
 * One value of a row, as it is compared: texts, ids of references, dates as published; numbers, times in
 * milliseconds, booleans and presence as 0 and 1.
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

/** The values of one key of an entry, or of one key of its repeat rows. */
export interface ValueSource extends ValuePath {
  /** Under which a row keeps the values. */
  readonly name: string;
  readonly kind: ValueKind;
  /** Absent for a system key. */
  readonly type?: QueryField["type"];
  /** Whether the field itself holds several values. */
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

/** Long texts stay where they are: a second copy of them would double what a site takes. */
const LONG_TEXTS: ReadonlySet<string | undefined> = new Set(["textarea", "richtext"]);

/** The source of a date field's values as times, which take longer to read than to compare. */
export function asTimes(source: ValueSource): ValueSource {
  if (source.kind !== "date") return source;
  return { ...source, kind: "instant", name: `${source.name} as times` };
}

/** What a row has for a key; a missing value is not among them, and an unset boolean is 0. */
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
 * The values of a key, undefined for one that is missing. A field that holds one value has none where the
 * entry, written against an older schema, has an array.
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

/** NaN, which compares with nothing, for a text that is no time. */
function readTime(value: unknown): Value | undefined {
  return typeof value === "string" ? (parseTime(value) ?? Number.NaN) : undefined;
}
