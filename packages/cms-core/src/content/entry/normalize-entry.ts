import { normalizeText } from "../../base/text.ts";
import { bodyField, type ContentType } from "../../model/content-type.ts";
import type { Entry, MediaValue, ReferenceValue, SingleValue } from "../../model/entry.ts";
import { mapValues } from "../../model/walk-values.ts";

/**
 * The entry as it reads after it was written: texts in NFC with `\n`, no empty values, `-0` is 0, and
 * the body without line breaks at its ends. Values of fields that the schema does not have are left out.
 */
export function normalizeEntry(entry: Entry, schema: ContentType): Entry {
  const body = bodyField(schema);
  const values = mapValues(entry.values, schema.fields, (item, field) =>
    normalizeSingle(field === body && typeof item === "string" ? trimBody(item) : item),
  );
  return { ...entry, values };
}

/** A Markdown body without the line breaks at its ends, which separate and do not mean anything. */
export function trimBody(text: string): string {
  const body = normalizeText(text);
  let [start, end] = [0, body.length];
  while (start < end && body.charCodeAt(start) === 10) start += 1;
  while (end > start && body.charCodeAt(end - 1) === 10) end -= 1;
  return body.slice(start, end);
}

function normalizeSingle(value: SingleValue): SingleValue | undefined {
  if (typeof value === "string") return value === "" ? undefined : normalizeText(value);
  if (typeof value === "number") return value === 0 ? 0 : value;
  if (typeof value === "boolean") return value;
  return normalizeTarget(value);
}

function normalizeTarget(value: MediaValue | ReferenceValue): MediaValue | ReferenceValue {
  const alt = "alt" in value ? (value.alt ?? "") : "";
  const decorative = "decorative" in value && value.decorative;
  return {
    id: value.id,
    ...(alt === "" ? {} : { alt: normalizeText(alt) }),
    ...(decorative ? { decorative } : {}),
  };
}
