export type ContentTypeKind = "list" | "object";

/** A content type as `types/<api_id>/type.yml` or a frozen `versions/<n>.json` describes it. */
export interface ContentType {
  readonly apiId: string;
  readonly kind: ContentTypeKind;
  readonly label: string;
  readonly description?: string;
  /** Internal id of the field that is the Markdown body; the first rich text field unless named. */
  readonly body?: string;
  readonly fields: readonly Field[];
}

/** A published, frozen schema: `types/<api_id>/versions/<n>.json`. */
export interface SchemaVersion extends ContentType {
  /** 1, 2, … */
  readonly version: number;
}

/**
 * The field whose value is an entry file's Markdown body: the one that `body` names, else the first
 * rich text field that is not multiple. Types without one have `.yml` entries.
 */
export function bodyField(type: ContentType): Field | undefined {
  const wanted = type.body;
  return type.fields.find(
    (field) =>
      field.type === "richtext" && !field.multiple && (wanted === undefined || field.id === wanted),
  );
}

/** The eleven field types (specification, "Field types"). */
export const FIELD_TYPES = [
  "text",
  "textarea",
  "richtext",
  "number",
  "boolean",
  "date",
  "select",
  "media",
  "reference",
  "repeat",
  "embed",
] as const;

export type FieldType = (typeof FIELD_TYPES)[number];

interface FieldBase {
  /** Immutable internal id; entry files are keyed by it. */
  readonly id: string;
  /** The key in published JSON; fixed once the schema is published. */
  readonly apiId: string;
  /** Shown to the editor; may change at any time. */
  readonly label: string;
  readonly help?: string;
  /** The heading under which forms show it; never of a field in a row. */
  readonly group?: string;
  readonly required: boolean;
  /** Published as an array of the single-value shape. */
  readonly multiple: boolean;
}

export interface TextField extends FieldBase {
  readonly type: "text" | "textarea" | "richtext";
  /** Characters of a value that is published, fewer than the type allows; drafts may have more. */
  readonly maxLength?: number;
}

export interface NumberField extends FieldBase {
  readonly type: "number";
  /** The smallest value that is published; drafts may have others. */
  readonly min?: number;
  /** The largest one. */
  readonly max?: number;
  /** Whether only whole numbers are published. */
  readonly integer?: true;
}

export interface PlainField extends FieldBase {
  readonly type: "boolean" | "date" | "embed";
}

export interface SelectOption {
  /** Immutable; what entry files hold. */
  readonly value: string;
  /** What is published. */
  readonly label: string;
}

export interface SelectField extends FieldBase {
  readonly type: "select";
  readonly options: readonly SelectOption[];
}

export interface MediaField extends FieldBase {
  readonly type: "media";
  readonly accept: "image" | "file";
  /** Images only: none is published without alternative text, but for decorative ones. */
  readonly requireAlt?: true;
}

export interface ReferenceField extends FieldBase {
  readonly type: "reference";
  /** API ids of the content types that may be referenced. */
  readonly to: readonly string[];
}

export interface RepeatField extends FieldBase {
  readonly type: "repeat";
  readonly fields: readonly RowField[];
}

/** A field that may stand inside a repeat row: anything but another repeat. */
export type RowField =
  | TextField
  | NumberField
  | PlainField
  | SelectField
  | MediaField
  | ReferenceField;

export type Field = RowField | RepeatField;
