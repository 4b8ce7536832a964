import { ownText } from "../../base/bytes.ts";
import {
  eachElement,
  isArrayAt,
  isObjectAt,
  isStringAt,
  memberStart,
  stringAt,
  valueEnd,
} from "../answer/json-scan.ts";
import { type QueryEntry, referenceAt } from "../answer/query-entry.ts";
import type { ValuePath } from "../ask/check-filters.ts";
import { kindOf, type QueryField, SYSTEM_KINDS, type ValueKind } from "../ask/query-parameters.ts";
import { parseTime } from "../ask/value-test.ts";

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
  if (LONG_TEXTS.has(type)) return valuesIn(row.entry.json, source);
  const known = row.values.get(name);
  if (known !== undefined) return known;
  const values = valuesIn(row.entry.json, source);
  row.values.set(name, values.length === 0 ? NONE : values.map(kept));
  return values;
}

const NONE: readonly Value[] = [];

/** A text that was cut out would keep the whole entry in memory. */
function kept(value: Value): Value {
  return typeof value === "string" ? ownText(value) : value;
}

function valuesIn(json: string, source: ValueSource): readonly Value[] {
  const values: Value[] = [];
  const read = READ_VALUE[source.kind];
  eachValue(json, source, (from, to) => {
    const value = read(json, from, to);
    if (value !== undefined) values.push(value);
  });
  return values;
}

/** @param from where the value begins; -1 for a missing one */
type ReadValue = (json: string, from: number, to: number) => Value | undefined;

const READ_VALUE: Readonly<Record<ValueKind, ReadValue>> = {
  text: readText,
  label: readText,
  date: readText,
  reference: (json, from) => (from === -1 ? undefined : referenceAt(json, from)),
  number: (json, from, to) =>
    from === -1 || isStringAt(json, from) ? undefined : Number(json.slice(from, to)),
  instant: readTime,
  boolean: (json, from) => (from !== -1 && json.startsWith("true", from) ? 1 : 0),
  presence: (_json, from) => (from === -1 ? undefined : 1),
};

function readText(json: string, from: number, to: number): Value | undefined {
  return from !== -1 && isStringAt(json, from) ? stringAt(json, from, to) : undefined;
}

/** NaN, which compares with nothing, for a text that is no time. */
function readTime(json: string, from: number, to: number): Value | undefined {
  const text = readText(json, from, to);
  return text === undefined ? undefined : (parseTime(String(text)) ?? Number.NaN);
}

/** A value's place in an entry's JSON; `from` is -1 for one that is missing. */
type VisitValue = (from: number, to: number) => void;

/**
 * Visits the values that an entry has for a key. A field that holds one value has none where the entry, written against
 * an older schema, has an array.
 */
function eachValue(json: string, { key, inner, multiple }: ValueSource, visit: VisitValue): void {
  const start = memberStart(json, 0, key);
  if (inner === undefined) {
    visitField(json, start, { multiple, visit });
  } else if (start !== -1 && isArrayAt(json, start)) {
    eachElement(json, start, (from) => {
      const value = isObjectAt(json, from) ? memberStart(json, from, inner) : -1;
      visitField(json, value, { multiple, visit });
    });
  }
}

interface VisitOptions {
  readonly multiple: boolean;
  readonly visit: VisitValue;
}

function visitField(json: string, start: number, { multiple, visit }: VisitOptions): void {
  const isArray = start !== -1 && isArrayAt(json, start);
  if (multiple && isArray) eachElement(json, start, visit);
  else if (start !== -1 && !isArray) visit(start, valueEnd(json, start));
  else if (!multiple) visit(-1, -1);
}
