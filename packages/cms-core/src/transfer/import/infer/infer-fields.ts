import { makeFieldApiId, makeFieldId } from "../../../base/api-ids.ts";
import type { RowField, TextField } from "../../../model/content-type.ts";
import type { SingleValue } from "../../../model/entry.ts";
import { LIMITS } from "../../../model/limits.ts";
import type { Demands } from "../frameworks/astro-collections.ts";
import {
  type SourceMap,
  type SourceValue,
  isEmptyValue,
  isSourceList,
} from "../source/source-keys.ts";
import {
  type FieldNames,
  type FieldPlan,
  fieldsOf,
  type RowsPlan,
  type ScalarPlan,
} from "./field-plan.ts";
import { flattenMap, hasNames } from "./parse-map.ts";
import {
  type Cell,
  describedMedia,
  type FieldShape,
  inferScalar,
  type Lookup,
  textType,
  convertScalar,
} from "./scalar.ts";

/** All non-empty values of one key in the files of a collection. */
export interface Column {
  readonly key: string;
  readonly cells: readonly Cell[];
  /** Whether any file quotes the value. */
  readonly quoted: boolean;
}

/** Context for creating fields. */
export interface InferContext {
  /** Names in use at the same level. */
  readonly names: FieldNames;
  readonly lookup: Lookup;
  /** Requirements of the project's own schema. @default none */
  readonly demands?: Demands;
}

/** Plans the field of a column. Its type follows from all values. */
export function inferField(column: Column, context: InferContext): FieldPlan {
  const rows = asRows(column.cells);
  return rows === undefined ? planScalar(column, context) : planRows(column, rows, context);
}

interface SourceRow {
  readonly path: string;
  readonly map: SourceMap;
}

export interface SourceRows {
  readonly rows: readonly SourceRow[];
  readonly keyed: boolean;
}

/**
 * Plans a repeat if every value is a mapping or a list of mappings, and not only an image.
 *
 * @param keyed whether the mappings become rows of a key and a value; @default whether any key isn't a name
 */
export function asRows(
  cells: readonly Cell[],
  keyed: boolean = cells.some(({ value }) => value instanceof Map && !hasNames(value)),
): SourceRows | undefined {
  const rows: SourceRow[] = [];
  for (const { path, value } of cells) {
    const maps = rowsOf(value, keyed);
    if (maps === undefined || maps.length > LIMITS.repeatRows) return undefined;
    for (const map of maps) rows.push({ path, map });
  }
  const pictures = rows.length > 0 && rows.every(({ map }) => describedMedia(map) !== undefined);
  const oneEach = cells.every(({ value }) => !isSourceList(value));
  return pictures && oneEach ? undefined : { rows, keyed };
}

/** Returns the rows of one value, or undefined if it has none. */
export function rowsOf(value: SourceValue, keyed: boolean): SourceMap[] | undefined {
  if (keyed) {
    if (!(value instanceof Map) || [...value.keys()].some(isEmptyValue)) return undefined;
    return [...value].map(
      ([key, inner]) =>
        new Map<string, SourceValue>([
          ["key", key],
          ["value", inner],
        ]),
    );
  }
  const maps: SourceMap[] = [];
  for (const item of isSourceList(value) ? value : [value]) {
    if (!(item instanceof Map) || !hasNames(item)) return undefined;
    maps.push(flattenMap(item));
  }
  return maps;
}

function planRows(
  column: Column,
  { rows, keyed }: SourceRows,
  { names, lookup }: InferContext,
): RowsPlan {
  const own: FieldNames = { apiIds: new Set(), ids: new Set(["id"]) };
  const columns = collectColumns(rows).map((inner) =>
    keyed && inner.key === "key" ? planKey(inner, own) : planScalar(inner, { names: own, lookup }),
  );
  const fields = columns.flatMap(fieldsOf);
  const named = nameField(column.key, names);
  const field = { ...named, type: "repeat", required: false, multiple: false, fields } as const;
  return { kind: "rows", key: column.key, field, keyed, columns };
}

/** Keys always stay text, even if they look like numbers. */
function planKey({ key, cells }: Column, names: FieldNames): ScalarPlan {
  const type = textType(cells);
  const field: TextField = { ...nameField(key, names), type, required: true, multiple: false };
  return { kind: "scalar", key, whole: false, field };
}

/** Collects the columns of many mappings in order of first appearance, without empty values. */
export function collectColumns(
  rows: readonly { path: string; map: SourceMap; quoted?: ReadonlySet<string> }[],
): Column[] {
  const columns = new Map<string, { cells: Cell[]; quoted: boolean }>();
  for (const { path, map, quoted } of rows) {
    for (const [key, value] of map) {
      if (isEmptyValue(value)) continue;
      const column = columns.get(key) ?? { cells: [], quoted: false };
      column.cells.push({ path, value });
      if (quoted?.has(key) === true) column.quoted = true;
      columns.set(key, column);
    }
  }
  return [...columns].map(([key, { cells, quoted }]) => ({ key, cells, quoted }));
}

export function planScalar(
  { key, cells, quoted }: Column,
  { names, lookup, demands }: InferContext,
): ScalarPlan {
  const whole = cells.some(({ value }) => !isPlain(value));
  const multiple = !whole && hasLists(cells);
  if (whole) {
    const field = makeField(key, { type: textType(cells) }, { names, multiple });
    return { kind: "scalar", key, whole, field };
  }
  const singles = multiple ? cells.flatMap(singleCells) : cells;
  const inferred = inferScalar(singles, {
    key,
    lookup,
    quoted: quoted && !multiple,
    demand: demands?.get(key),
  });
  const { shape, rest, mixed = false } = inferred;
  const plan = { key, whole, field: makeField(key, shape, { names, multiple }) };
  if (!rest) return { kind: "scalar", ...plan, mixed };
  return { kind: "scalar", ...plan, rest: makeRestField(key, singles, { names, multiple }) };
}

/** Returns whether a list fits `multiple`: short enough and not nested. */
function isPlain(value: SourceValue): boolean {
  if (!isSourceList(value)) return true;
  return value.length <= LIMITS.multipleValues && !value.some(isSourceList);
}

export function hasLists(cells: readonly Cell[]): boolean {
  return cells.some(({ value }) => isSourceList(value));
}

/** Splits cells into values that fit a field and those that don't. */
export function splitCells(
  cells: readonly Cell[],
  { field, whole }: Pick<ScalarPlan, "field" | "whole">,
  lookup: Lookup,
): { readonly values: SingleValue[]; readonly misfits: Cell[] } {
  const values: SingleValue[] = [];
  const misfits: Cell[] = [];
  for (const cell of field.multiple ? cells.flatMap(singleCells) : cells) {
    // A list becomes one text only in a field that stores it whole.
    const isOne = whole || !isSourceList(cell.value);
    const value = isOne ? convertScalar(cell, field, lookup) : undefined;
    if (value === undefined) misfits.push(cell);
    else values.push(value);
  }
  return { values, misfits };
}

/** Returns one cell for each value of a list. */
function singleCells({ path, value }: Cell): Cell[] {
  const items = isSourceList(value) ? value : [value];
  return items.filter((item) => !isEmptyValue(item)).map((item) => ({ path, value: item }));
}

interface MakeOptions {
  readonly names: FieldNames;
  readonly multiple: boolean;
}

/** Creates an additional text field for values that don't fit. */
export function makeRestField(
  key: string,
  misfits: readonly Cell[],
  { names, multiple }: MakeOptions,
): TextField {
  const type = textType(misfits);
  return { ...nameField(`${key}Text`, names), type, required: false, multiple };
}

export function makeField(
  key: string,
  shape: FieldShape,
  { names, multiple }: MakeOptions,
): RowField {
  return { ...nameField(key, names), required: false, multiple, ...shape };
}

/** Keys with another meaning in published JSON, and their replacements. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["id", "sourceId"],
  ["slug", "sourceSlug"],
  ["createdAt", "sourceCreatedAt"],
  ["updatedAt", "sourceUpdatedAt"],
  ["publishedAt", "sourcePublishedAt"],
  ["sortOrder", "sourceSortOrder"],
  ["schema", "sourceSchema"],
]);

/** Returns the API ID of a key if no other field uses the name. */
export function fieldApiId(key: string): string {
  return makeFieldApiId(sourceName(key), []);
}

/** Returns the key, or its replacement if published JSON uses it for something else. */
function sourceName(key: string): string {
  return RENAMED.get(key) ?? key;
}

/** Creates unique names for a field from its key and records them as used. */
export function nameField(
  key: string,
  names: FieldNames,
): { readonly id: string; readonly apiId: string; readonly label: string } {
  const apiId = makeFieldApiId(sourceName(key), names.apiIds);
  const id = makeFieldId(apiId, names.ids);
  names.apiIds.add(apiId);
  names.ids.add(id);
  return { id, apiId, label: labelOf(key, apiId) };
}

/**
 * Returns the label of a key: `heroImage` and `hero_image` become "Hero image".
 *
 * @param unnamed label of a name without visible characters
 */
export function labelOf(key: string, unnamed: string): string {
  const words = key
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .split(/[\s\p{Cc}_.-]+/u)
    .filter((word) => word !== "")
    .map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()));
  const label = Array.from(words.join(" ")).slice(0, LIMITS.labelCharacters).join("");
  return label === "" ? unnamed : label.charAt(0).toUpperCase() + label.slice(1);
}
