import {
  type ContentType,
  type Field,
  FIELD_TYPES,
  type FieldType,
  makeFieldApiId,
} from "@loam/cms-core/browser";
import type { ShownSchema } from "../../api/content/working-schema.ts";

export interface DraftOption {
  /** Key of the row in the form. */
  readonly key: string;
  readonly value: string;
  readonly label: string;
  /** Whether the value follows the label, until it is edited. */
  readonly follows: boolean;
}

/** A field being edited, with the properties of all types, so that switching types loses nothing. */
export interface DraftField {
  /** Stable key of the field in the form. */
  readonly key: string;
  /** Absent until saved. */
  readonly id: string | undefined;
  readonly apiId: string;
  /** Whether the API ID follows the label, until it is edited. */
  readonly follows: boolean;
  readonly label: string;
  readonly type: FieldType;
  readonly help: string;
  readonly group: string;
  readonly required: boolean;
  readonly multiple: boolean;
  readonly maxLength: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly integer: boolean;
  readonly options: readonly DraftOption[];
  readonly accept: "image" | "file";
  readonly requireAlt: boolean;
  readonly to: readonly string[];
  readonly fields: readonly DraftField[];
}

/** A schema as edited in the form. */
export interface SchemaDraft {
  readonly kind: "list" | "object";
  readonly label: string;
  readonly description: string;
  readonly body: string | undefined;
  readonly fields: readonly DraftField[];
}

/** Path to a field: its key, preceded by the key of its repeat if it is in one. */
export type FieldPath = readonly [key: string] | readonly [repeat: string, key: string];

let made = 0;

/** Returns a new unique key. */
export function newKey(): string {
  made += 1;
  return `+${made}`;
}

export function newField(type: FieldType, more: Partial<DraftField> = {}): DraftField {
  return {
    key: newKey(),
    id: undefined,
    apiId: "",
    follows: true,
    label: "",
    type,
    help: "",
    group: "",
    required: false,
    multiple: false,
    maxLength: undefined,
    min: undefined,
    max: undefined,
    integer: false,
    options: [],
    accept: "image",
    requireAlt: false,
    to: [],
    fields: [],
    ...more,
  };
}

type ShownField = ShownSchema["fields"][number];

/** Converts a schema to form values. Fields found in `before` keep their keys, so that open ones stay open. */
export function draftOf(schema: ShownSchema | ContentType, before?: SchemaDraft): SchemaDraft {
  const { kind, label, description = "", body, fields } = schema;
  return { kind, label, description, body, fields: draftFields(fields, before?.fields ?? []) };
}

function draftFields(
  fields: readonly (ShownField | Field)[],
  before: readonly DraftField[],
): readonly DraftField[] {
  return fields.map((field) => {
    const known = before.find(
      (one) =>
        one.key === field.id ||
        (one.id === undefined ? one.apiId === field.apiId : one.id === field.id),
    );
    return draftField(new Map<string, unknown>(Object.entries(field)), field, known);
  });
}

type Members = ReadonlyMap<string, unknown>;

function draftField(
  members: Members,
  {
    id,
    apiId,
    label,
    required,
    multiple,
  }: Pick<Field, "id" | "apiId" | "label" | "required" | "multiple">,
  known: DraftField | undefined,
): DraftField {
  const type = FIELD_TYPES.find((name) => name === members.get("type")) ?? "text";
  return newField(type, {
    key: known?.key ?? id,
    // Placeholder ids of unsaved fields aren't ids.
    id: id.startsWith("+") ? undefined : id,
    apiId,
    follows: known?.id === undefined && known?.follows === true,
    label,
    help: textOf(members.get("help")),
    group: textOf(members.get("group")),
    required,
    multiple,
    maxLength: numberOf(members.get("maxLength")),
    min: numberOf(members.get("min")),
    max: numberOf(members.get("max")),
    integer: members.get("integer") === true,
    options: listOf(members.get("options")).map(draftOption),
    accept: members.get("accept") === "file" ? "file" : "image",
    requireAlt: members.get("requireAlt") === true,
    to: listOf(members.get("to")).map(textOf),
    fields: draftFields(listOf(members.get("fields")).filter(isField), known?.fields ?? []),
  });
}

function draftOption(option: unknown): DraftOption {
  const { value, label } = isObject(option) ? option : {};
  return { key: newKey(), value: textOf(value), label: textOf(label), follows: false };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isField(value: unknown): value is ShownField {
  return isObject(value) && typeof value["id"] === "string" && typeof value["apiId"] === "string";
}

/** Returns the field at a path; undefined if it no longer exists. */
export function fieldAt({ fields }: SchemaDraft, [key, inner]: FieldPath): DraftField | undefined {
  const field = fields.find((one) => one.key === key);
  return inner === undefined ? field : field?.fields.find((one) => one.key === inner);
}

/** Returns the siblings of the field at a path, including itself. */
export function siblingFields(draft: SchemaDraft, [key, inner]: FieldPath): readonly DraftField[] {
  return inner === undefined ? draft.fields : (fieldAt(draft, [key])?.fields ?? []);
}

/** Replaces the siblings of a path. */
function withSiblings(
  draft: SchemaDraft,
  [key, inner]: FieldPath,
  fields: readonly DraftField[],
): SchemaDraft {
  if (inner === undefined) return { ...draft, fields };
  return {
    ...draft,
    fields: draft.fields.map((field) => (field.key === key ? { ...field, fields } : field)),
  };
}

/** Changes properties of a field. An unedited API ID follows the label. */
export function changeField(
  draft: SchemaDraft,
  path: FieldPath,
  change: Partial<DraftField>,
): SchemaDraft {
  const beside = siblingFields(draft, path);
  const key = path[1] ?? path[0];
  const others = beside.filter((field) => field.key !== key).map(({ apiId }) => apiId);
  const fields = beside.map((field) =>
    field.key === key ? follow({ ...field, ...change }, others) : field,
  );
  return withSiblings(draft, path, fields);
}

function follow(field: DraftField, taken: readonly string[]): DraftField {
  const { follows, label } = field;
  if (!follows) return field;
  return { ...field, apiId: apiIdOf(label, taken) };
}

/** Derives a camel-case API ID from a label: `title`, `readingTime`, `faq`. */
function apiIdOf(label: string, taken: readonly string[]): string {
  const text = label.trim();
  if (text === "") return "";
  const isShouted = text === text.toUpperCase();
  const lower = isShouted ? text.toLowerCase() : text.charAt(0).toLowerCase() + text.slice(1);
  return makeFieldApiId(lower, taken);
}

/** Adds a field after the one at a path, or at the end. */
export function addField(
  draft: SchemaDraft,
  path: FieldPath | { readonly in: FieldPath | undefined },
  field: DraftField,
): SchemaDraft {
  if ("in" in path) {
    const repeat = path.in;
    if (repeat === undefined) return { ...draft, fields: [...draft.fields, field] };
    const place = [repeat[0], ""] as const;
    return withSiblings(draft, place, [...siblingFields(draft, place), field]);
  }
  const beside = siblingFields(draft, path);
  const at = beside.findIndex(({ key }) => key === (path[1] ?? path[0]));
  return withSiblings(draft, path, beside.toSpliced(at + 1, 0, field));
}

/** Duplicates a field with new names. */
export function copyOf(
  field: DraftField,
  beside: readonly DraftField[],
  label: string,
): DraftField {
  return {
    ...field,
    key: newKey(),
    id: undefined,
    label,
    apiId: apiIdOf(
      label,
      beside.map(({ apiId }) => apiId),
    ),
    follows: true,
    fields: field.fields.map((inner) => ({ ...inner, key: newKey(), id: undefined })),
  };
}

export function removeField(draft: SchemaDraft, path: FieldPath): SchemaDraft {
  const key = path[1] ?? path[0];
  return withSiblings(
    draft,
    path,
    siblingFields(draft, path).filter((field) => field.key !== key),
  );
}

/** Moves a field before another one, or to the end. */
export function moveField(
  draft: SchemaDraft,
  path: FieldPath,
  before: string | undefined,
): SchemaDraft {
  const beside = siblingFields(draft, path);
  const moved = beside.find(({ key }) => key === (path[1] ?? path[0]));
  if (moved === undefined || moved.key === before) return draft;
  const others = beside.filter((field) => field !== moved);
  const at = before === undefined ? -1 : others.findIndex(({ key }) => key === before);
  return withSiblings(draft, path, others.toSpliced(at === -1 ? others.length : at, 0, moved));
}
