import type { ContentType } from "../model/content-type.ts";
import type { EntryValues, FieldValue, Row } from "../model/entry.ts";
import type { Field, RowField } from "../model/field.ts";
import { hasId } from "./entry-template.ts";
import { findRichTextLinks } from "./rich-text-links.ts";

/** Something that an entry's value points to. */
export interface ValueLink {
  readonly kind: "entry" | "media";
  readonly id: string;
  /** Dotted path of API ids, with row numbers from 0. */
  readonly field: string;
  /** API ids of the types that may stand there; any, for links in text. */
  readonly to?: readonly string[];
}

/** Everything an entry's references, media fields and texts point to. */
export function collectLinks(
  values: EntryValues,
  { fields }: Pick<ContentType, "fields">,
): readonly ValueLink[] {
  return fields.flatMap((field) => fieldLinks(field, values.get(field.id)));
}

function fieldLinks(field: Field, value: FieldValue | undefined): ValueLink[] {
  if (value === undefined) return [];
  if (field.type !== "repeat") return rowFieldLinks(field, value, field.apiId);
  const rows = Array.isArray(value) ? value.filter(isRow) : [];
  return rows.flatMap((row, index) =>
    field.fields.flatMap((inner) => {
      const at = `${field.apiId}.${index}.${inner.apiId}`;
      const held = row.values.get(inner.id);
      return held === undefined ? [] : rowFieldLinks(inner, held, at);
    }),
  );
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && "values" in value;
}

function rowFieldLinks(field: RowField, value: FieldValue, place: string): ValueLink[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => {
    if (field.type === "richtext" && typeof item === "string") return textLinks(item, place);
    if (!hasId(item)) return [];
    if (field.type === "media") return [{ kind: "media", id: item.id, field: place }];
    if (field.type !== "reference") return [];
    return [{ kind: "entry", id: item.id, field: place, to: field.to }];
  });
}

function textLinks(text: string, field: string): ValueLink[] {
  return findRichTextLinks(text).map(({ kind, id }) => ({ kind, id, field }));
}
