import { isSameVersion } from "../../../content/schema/type-file.ts";
import { bodyField, type ContentType, type Field } from "../../../model/content-type.ts";
import { LIMITS } from "../../../model/limits.ts";
import { adoptField, planColumns, ruleField } from "../infer/adopt-field.ts";
import { type FieldNames, type FieldPlan, fieldsOf } from "../infer/field-plan.ts";
import {
  collectColumns,
  type Column,
  fieldApiId,
  inferField,
  labelOf,
  nameField,
} from "../infer/infer-fields.ts";
import { EMPTY_FIELD_RULE, type FieldRule, hasNames } from "../infer/parse-map.ts";
import type { Cell, Lookup } from "../infer/scalar.ts";
import type { Notice, NoticeKind } from "../source/report.ts";
import { noteLiteral, sourceText, type SourceValue } from "../source/source-keys.ts";
import type { CollectedType } from "./collect-entries.ts";
import type { SiteState, SiteType } from "./site-state.ts";

/** Leaves room for the body, additional text fields, and fields added by people. */
const MAX_COLUMNS = Math.floor(LIMITS.fields / 2);

/** Stores rare keys as JSON if there are more keys than allowed fields. */
const OVERFLOW_KEY = "otherValues";

/** The content type of a collection, and how its entries' values become field values. */
export interface TypePlan {
  readonly type: ContentType;
  /** Number of the published schema version that the entries use. */
  readonly version: number;
  readonly change: "created" | "changed" | "unchanged";
  readonly fields: readonly FieldPlan[];
  /** Columns from which the fields were created, by key. */
  readonly columns: ReadonlyMap<string, Column>;
  readonly notices: readonly Notice[];
}

/** Plans a collection's content type from all its values, the map file, and the type on the site. */
export function planType(collected: CollectedType, site: SiteState, lookup: Lookup): TypePlan {
  const known = site.types.get(collected.apiId);
  const names = takenNames(known);
  const skipped = (key: string): boolean => collected.rule.fields.get(key)?.skip === true;
  const rows = collected.entries.map(({ place, values, document }) => ({
    path: place.path,
    map: values,
    quoted: document.quoted,
  }));
  const columns = limitColumns(collectColumns(rows).filter(({ key }) => !skipped(key)));
  const fields = planFields(columns, { collected, known, names, lookup });
  const body = planBody(collected, known, names);
  const type = makeType(collected, { known, fields, body });
  const { version, change } = versionOf(type, known);
  const notices = noticesOf(collected, columns, fields);
  return {
    type,
    version,
    change,
    fields,
    columns: new Map(columns.map((column) => [column.key, column])),
    notices,
  };
}

interface PlanContext {
  readonly collected: CollectedType;
  readonly known: SiteType | undefined;
  readonly names: FieldNames;
  readonly lookup: Lookup;
}

function planFields(
  columns: readonly Column[],
  { collected, known, names, lookup }: PlanContext,
): FieldPlan[] {
  const ruleOf = ({ key }: Column): FieldRule => collected.rule.fields.get(key) ?? EMPTY_FIELD_RULE;
  const { demands } = collected;
  const context = {
    names,
    lookup,
    demands,
    known: known?.type.fields ?? [],
    claimed: new Set<string>(),
  };
  return planColumns<FieldPlan>(columns, {
    ...context,
    nameOf: (column) => ruleOf(column).apiId ?? fieldApiId(column.key),
    adopt: (column, field) => adoptField(column, field, context),
    make: (column) => {
      const rule = ruleOf(column);
      if (rule !== EMPTY_FIELD_RULE) return ruleField(column, rule, context);
      const plan = inferField(column, context);
      const isEverywhere = column.cells.length === collected.entries.length;
      return isEverywhere && demands.get(column.key)?.required === true ? required(plan) : plan;
    },
  });
}

/**
 * Makes the field required if the source rejects entries without the key, unless some values are in an additional
 * field.
 */
function required(plan: FieldPlan): FieldPlan {
  if (plan.kind === "rows") return { ...plan, field: { ...plan.field, required: true } };
  return plan.rest === undefined ? { ...plan, field: { ...plan.field, required: true } } : plan;
}

function takenNames(known: SiteType | undefined): FieldNames {
  const ever = [known?.type, ...(known?.versions.values() ?? [])].flatMap(
    (type) => type?.fields ?? [],
  );
  return {
    apiIds: new Set((known?.type.fields ?? []).map((field) => field.apiId)),
    ids: new Set(ever.map((field) => field.id)),
  };
}

function planBody(
  { entries }: CollectedType,
  known: SiteType | undefined,
  names: FieldNames,
): Field | undefined {
  const existing = known === undefined ? undefined : bodyField(known.type);
  if (existing !== undefined) return existing;
  if (!entries.some(({ document }) => document.body.trim() !== "")) return undefined;
  const named = nameField(names.apiIds.has("body") ? "content" : "body", names);
  return { ...named, type: "richtext", required: false, multiple: false };
}

interface TypeParts {
  readonly known: SiteType | undefined;
  readonly fields: readonly FieldPlan[];
  readonly body: Field | undefined;
}

function makeType(
  { name, apiId, rule }: CollectedType,
  { known, fields, body }: TypeParts,
): ContentType {
  const before = known?.type ?? { apiId, kind: "list", label: labelOf(name, apiId), fields: [] };
  const planned = [...fields.flatMap(fieldsOf), ...(body === undefined ? [] : [body])];
  const type: ContentType = {
    ...before,
    kind: rule.kind ?? before.kind,
    label: rule.label ?? before.label,
    fields: mergeFields(before.fields, planned),
  };
  const misled = body !== undefined && bodyField(type)?.id !== body.id;
  return misled ? { ...type, body: body.id } : type;
}

/** Merges existing fields, as planned and in their order, with new ones after them. */
function mergeFields(existing: readonly Field[], planned: readonly Field[]): Field[] {
  const byId = new Map(planned.map((field) => [field.id, field]));
  const ids = new Set(existing.map(({ id }) => id));
  return [
    ...existing.map((field) => byId.get(field.id) ?? field),
    ...planned.filter(({ id }) => !ids.has(id)),
  ];
}

function versionOf(
  type: ContentType,
  known: SiteType | undefined,
): { version: number; change: TypePlan["change"] } {
  const latest = known?.latest;
  if (known === undefined || latest === undefined) {
    return { version: 1, change: known === undefined ? "created" : "changed" };
  }
  const { version } = latest;
  if (isSameVersion(latest, { version, ...type })) return { version, change: "unchanged" };
  return { version: version + 1, change: "changed" };
}

function noticesOf(
  { name, rule }: CollectedType,
  columns: readonly Column[],
  fields: readonly FieldPlan[],
): Notice[] {
  const keys = new Set(columns.map(({ key }) => key));
  const unused = [...rule.fields]
    .filter(([key, { skip }]) => !skip && !keys.has(key))
    .map(([key]): Notice => {
      const message = "The map contains a key that no file has.";
      return { kind: "key_unused", message, field: `${name}.${key}` };
    });
  const kept = fields.flatMap(({ key, field }): Notice[] => {
    const wanted = rule.fields.get(key)?.type;
    if (wanted === undefined || wanted === field.type) return [];
    const message =
      "The site already has this field, so its type was kept. To use another type, set another apiId.";
    const about = `${field.type}, not ${wanted}`;
    return [{ kind: "type_kept", message, field: `${name}.${key}`, about }];
  });
  return [...unused, ...kept, ...fields.flatMap((plan) => planNotices(name, plan))];
}

function planNotices(name: string, plan: FieldPlan): Notice[] {
  const where = `${name}.${plan.key}`;
  if (plan.kind === "rows") return plan.columns.flatMap((column) => planNotices(where, column));
  const { field, rest, whole, mixed } = plan;
  const notices: Notice[] = [];
  const addNotice = (kind: NoticeKind, message: string, about?: string): void => {
    notices.push({ kind, message, field: where, ...(about === undefined ? {} : { about }) });
  };
  if (field.type === "reference")
    addNotice(
      "reference_inferred",
      "Every value is an entry: imported as a Content reference field.",
      field.to.join(", "),
    );
  if (whole) addNotice("kept_as_text", "Nested lists or too many values: imported as JSON text.");
  if (mixed === true)
    addNotice("kept_as_text", "The values have different types: imported as text.");
  if (rest !== undefined) {
    const kind = field.type === "media" ? "external_media" : "value_moved";
    const about = `${field.apiId} (${field.type}), ${rest.apiId}`;
    addNotice(
      kind,
      "Values that don't fit the field were imported into a separate Text field.",
      about,
    );
  }
  return notices;
}

/** Limits columns to half the maximum number of fields. The rarest keys share one text field. */
function limitColumns(columns: readonly Column[]): Column[] {
  const weight = columns.reduce((sum, column) => sum + weightOf(column), 0);
  if (weight <= MAX_COLUMNS) return [...columns];
  const common = columns.toSorted((a, b) => b.cells.length - a.cells.length);
  const remaining = new Set<Column>();
  let used = 1;
  for (const column of common) {
    used += weightOf(column);
    if (used > MAX_COLUMNS) break;
    remaining.add(column);
  }
  const rest = columns.filter((column) => !remaining.has(column));
  return [...columns.filter((column) => remaining.has(column)), toOverflowColumn(rest)];
}

/** Returns the number of fields that a column can become: a repeat includes its row fields. */
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

function toOverflowColumn(columns: readonly Column[]): Column {
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
