import {
  bodyField,
  type ContentType,
  type Field,
  type MediaField,
  type SelectField,
} from "../model/content-type.ts";

export type SchemaChangeKind =
  | "type_renamed"
  | "type_described"
  | "body_moved"
  | "field_added"
  | "field_deleted"
  | "field_renamed"
  | "field_moved"
  | "help_changed"
  | "group_changed"
  | "field_required"
  | "field_optional"
  | "limits_changed"
  | "targets_changed"
  | "accept_changed"
  | "alt_required"
  | "alt_optional"
  | "option_added"
  | "option_removed"
  | "option_renamed";

/** A difference between two schemas of a type. */
export interface SchemaChange {
  readonly kind: SchemaChangeKind;
  /** Dotted API IDs (`faq.question`); empty for the type itself. */
  readonly field: string;
  /** Displayed value: a field type, a label, API IDs, or an option's label. */
  readonly before?: string;
  readonly after?: string;
}

/**
 * Returns the changes of a working schema in its order, followed by its deletions. Fields are matched by internal id
 * and options by value, regardless of their labels.
 *
 * @param before the newest published version; undefined for a type without one
 */
export function diffTypes(before: ContentType | undefined, after: ContentType): SchemaChange[] {
  if (before === undefined) return diffFields([], after.fields, "");
  const [bodyBefore, bodyAfter] = [bodyField(before), bodyField(after)];
  return [
    ...compareValues("type_renamed", "", before.label, after.label),
    ...compareValues("type_described", "", before.description ?? "", after.description ?? ""),
    ...diffFields(before.fields, after.fields, ""),
    ...(bodyBefore?.id === bodyAfter?.id
      ? []
      : compareValues("body_moved", "", bodyBefore?.apiId ?? "", bodyAfter?.apiId ?? "")),
  ];
}

function diffFields(
  before: readonly Field[],
  after: readonly Field[],
  prefix: string,
): SchemaChange[] {
  const old = new Map(before.map((field) => [field.id, field]));
  const remainingIds = new Set(after.map(({ id }) => id));
  const order = before.filter(({ id }) => remainingIds.has(id)).map(({ id }) => id);
  const stays = after.filter(({ id }) => old.has(id)).map(({ id }) => id);
  const changes = after.flatMap((field): SchemaChange[] => {
    const place = prefix + field.apiId;
    const known = old.get(field.id);
    if (known === undefined) return [{ kind: "field_added", field: place, after: field.type }];
    const moved = order.indexOf(field.id) !== stays.indexOf(field.id);
    return [
      ...diffField(known, field, place),
      ...(moved ? [{ kind: "field_moved", field: place } as const] : []),
    ];
  });
  const deleted = before
    .filter(({ id }) => !remainingIds.has(id))
    .map(({ apiId, type }): SchemaChange => {
      return { kind: "field_deleted", field: prefix + apiId, before: type };
    });
  return [...changes, ...deleted];
}

function diffField(before: Field, after: Field, field: string): SchemaChange[] {
  const changes = compareValues("field_renamed", field, before.label, after.label);
  if (before.required !== after.required) {
    changes.push({ kind: after.required ? "field_required" : "field_optional", field });
  }
  return [
    ...changes,
    ...compareValues("limits_changed", field, limitsOf(before), limitsOf(after)),
    ...diffMembers(before, after, field),
    ...compareValues("help_changed", field, before.help ?? "", after.help ?? ""),
    ...compareValues("group_changed", field, before.group ?? "", after.group ?? ""),
  ];
}

/**
 * Formats the limits of a field: `1 … 60`, `… 60, whole`, or `… 80`, with the range of a number or the characters of a
 * text; empty without limits.
 */
function limitsOf(field: Field): string {
  if (field.type === "text" || field.type === "textarea" || field.type === "richtext") {
    return field.maxLength === undefined ? "" : `… ${field.maxLength}`;
  }
  if (field.type !== "number") return "";
  const { min, max, integer } = field;
  const range =
    min === undefined && max === undefined ? [] : [`${min ?? ""} … ${max ?? ""}`.trim()];
  return [...range, ...(integer === true ? ["whole"] : [])].join(", ");
}

/** Compares members that only some field types have. */
function diffMembers(before: Field, after: Field, field: string): SchemaChange[] {
  if (before.type === "reference" && after.type === "reference") {
    const [from, to] = [before.to, after.to].map((ids) => ids.toSorted().join(", "));
    return compareValues("targets_changed", field, from ?? "", to ?? "");
  }
  if (before.type === "media" && after.type === "media") {
    return diffMedia(before, after, field);
  }
  if (before.type === "select" && after.type === "select") {
    return diffOptions(before, after, field);
  }
  if (before.type === "repeat" && after.type === "repeat") {
    return diffFields(before.fields, after.fields, `${field}.`);
  }
  return [];
}

function diffMedia(before: MediaField, after: MediaField, field: string): SchemaChange[] {
  const changes = compareValues("accept_changed", field, before.accept, after.accept);
  if (before.requireAlt === after.requireAlt) return changes;
  return [...changes, { kind: after.requireAlt === true ? "alt_required" : "alt_optional", field }];
}

function diffOptions(before: SelectField, after: SelectField, field: string): SchemaChange[] {
  const old = new Map(before.options.map(({ value, label }) => [value, label]));
  const remainingValues = new Set(after.options.map(({ value }) => value));
  const removed = before.options.filter(({ value }) => !remainingValues.has(value));
  return [
    ...after.options.flatMap(({ value, label }): SchemaChange[] => {
      const known = old.get(value);
      return known === undefined
        ? [{ kind: "option_added", field, after: label }]
        : compareValues("option_renamed", field, known, label);
    }),
    ...removed.map(({ label }): SchemaChange => ({ kind: "option_removed", field, before: label })),
  ];
}

function compareValues(
  kind: SchemaChangeKind,
  field: string,
  before: string,
  after: string,
): SchemaChange[] {
  return before === after ? [] : [{ kind, field, before, after }];
}
