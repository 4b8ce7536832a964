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
