import type { Field } from "./field.ts";

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
