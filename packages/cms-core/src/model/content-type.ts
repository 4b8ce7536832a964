export type ContentTypeKind = "list" | "object";

/** A content type, as stored in `types/<api_id>/type.yml` or a published `versions/<n>.json`. */
export interface ContentType {
  readonly apiId: string;
  readonly kind: ContentTypeKind;
  readonly label: string;
  readonly description?: string;
  /** Internal id of the field with the Markdown body. @default the first rich text field */
  readonly body?: string;
  readonly fields: readonly Field[];
}

/** A published, immutable schema version: `types/<api_id>/versions/<n>.json`. */
export interface SchemaVersion extends ContentType {
  /** 1, 2, … */
  readonly version: number;
}

/**
 * Returns the field whose value is an entry file's Markdown body: the one named in `body`, otherwise the first rich
 * text field that isn't multiple. Types without one have `.yml` entries.
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
  /** Immutable internal id. Values in entry files are keyed by it. */
  readonly id: string;
  /** Key in published JSON. Immutable once the schema is published. */
  readonly apiId: string;
  /** Displayed to editors. Can be changed at any time. */
  readonly label: string;
  readonly help?: string;
  /** Heading under which the entry editor shows it. Not available for fields in rows. */
  readonly group?: string;
  readonly required: boolean;
  /** Published as an array of the single-value shape. */
  readonly multiple: boolean;
}

export interface TextField extends FieldBase {
  readonly type: "text" | "textarea" | "richtext";
  /** Maximum length of a published value, below that of the type. Drafts can be longer. */
  readonly maxLength?: number;
}

export interface NumberField extends FieldBase {
  readonly type: "number";
  /** Minimum of a published value. Drafts can be outside the range. */
  readonly min?: number;
  /** Maximum of a published value. */
  readonly max?: number;
  /** Whether published values must be integers. */
  readonly integer?: true;
}

export interface PlainField extends FieldBase {
  readonly type: "boolean" | "date" | "embed";
}

export interface SelectOption {
  /** Immutable value stored in entry files. */
  readonly value: string;
  /** Published text. */
  readonly label: string;
}

export interface SelectField extends FieldBase {
  readonly type: "select";
  readonly options: readonly SelectOption[];
}

export interface MediaField extends FieldBase {
  readonly type: "media";
  readonly accept: "image" | "file";
  /** For images: whether publishing requires alt text, except for decorative ones. */
  readonly requireAlt?: true;
}

export interface ReferenceField extends FieldBase {
  readonly type: "reference";
  /** API IDs of the content types that can be referenced. */
  readonly to: readonly string[];
}

export interface RepeatField extends FieldBase {
  readonly type: "repeat";
  readonly fields: readonly RowField[];
}

/** A field that can be in a repeat row: any type except repeat. */
export type RowField =
  | TextField
  | NumberField
  | PlainField
  | SelectField
  | MediaField
  | ReferenceField;

export type Field = RowField | RepeatField;
