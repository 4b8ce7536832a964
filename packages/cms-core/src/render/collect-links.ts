import type { ContentType } from "../model/content-type.ts";
import type { EntryValues, FieldValue, Row } from "../model/entry.ts";
import type { Field, MediaField, RowField } from "../model/field.ts";
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
  /** What a media field takes; anything, for pictures in text. */
  readonly accept?: MediaField["accept"];
}

/** Everything an entry's references, media fields and texts point to. */
export function collectLinks(
  values: EntryValues,
  { fields }: Pick<ContentType, "fields">,
): readonly ValueLink[] {
  const links: ValueLink[] = [];
  for (const field of fields) addFieldLinks(links, field, values.get(field.id));
  return links;
}

function addFieldLinks(links: ValueLink[], field: Field, value: FieldValue | undefined): void {
  if (value === undefined) return;
  if (field.type !== "repeat") {
    addLinks(links, field, value, field.apiId);
    return;
  }
  const rows = Array.isArray(value) ? value.filter(isRow) : [];
  for (const [index, row] of rows.entries()) {
    for (const inner of field.fields) {
      const held = row.values.get(inner.id);
      if (held !== undefined)
        addLinks(links, inner, held, `${field.apiId}.${index}.${inner.apiId}`);
    }
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && "values" in value;
}

function addLinks(links: ValueLink[], field: RowField, value: unknown, place: string): void {
  if (Array.isArray(value)) {
    for (const item of value) addLinks(links, field, item, place);
  } else if (field.type === "richtext" && typeof value === "string") {
    for (const { kind, id } of findRichTextLinks(value)) links.push({ kind, id, field: place });
  } else if (hasId(value)) {
    if (field.type === "media") {
      links.push({ kind: "media", id: value.id, field: place, accept: field.accept });
    }
    if (field.type === "reference") {
      links.push({ kind: "entry", id: value.id, field: place, to: field.to });
    }
  }
}
