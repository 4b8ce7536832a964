import { parseVideoAddress } from "../base/video-address.ts";
import type {
  ContentType,
  Field,
  RepeatField,
  RowField,
  SelectField,
} from "../model/content-type.ts";
import type {
  EntryValues,
  FieldValue,
  MediaValue,
  ReferenceValue,
  Row,
  SingleValue,
} from "../model/entry.ts";
import { itemsOf, rowsOf } from "../model/walk-values.ts";
import {
  dependenciesOf,
  type EntryTemplate,
  findRichTextLinks,
  hasId,
  joinTexts,
  type Part,
} from "./entry-template.ts";
import type { EntryHead } from "./list-body.ts";

/**
 * Serializes an entry once: system keys in the specification's order, then its fields by API ID in the order of its
 * schema version. Without a value, scalars, media, and references are omitted, booleans are false, and `multiple` and
 * repeat are `[]`. Never null.
 */
export function compileEntry(
  head: EntryHead,
  values: EntryValues,
  schema: Pick<ContentType, "fields">,
): EntryTemplate {
  const out: Part[] = [systemKeys(head)];
  writeFields(schema.fields, values, out, ",");
  out.push("}");
  const parts = joinTexts(out);
  return { head, parts, ...dependenciesOf(parts) };
}

function systemKeys({ id, slug, createdAt, updatedAt, publishedAt, sortOrder }: EntryHead): string {
  const json = JSON.stringify({ id, slug, createdAt, updatedAt, publishedAt, sortOrder });
  return json.slice(0, -1);
}

/** Writes `<separator>"apiId":<value>` for each field with a value to show. */
function writeFields(
  fields: readonly Field[],
  values: ReadonlyMap<string, FieldValue>,
  out: Part[],
  first: "," | "",
): void {
  let separator: string = first;
  for (const field of fields) {
    const write = valueWriter(field, values.get(field.id));
    if (write === undefined) continue;
    out.push(`${separator}${JSON.stringify(field.apiId)}:`);
    write(out);
    separator = ",";
  }
}

type Write = (out: Part[]) => void;

/** Returns a writer for the field's value; undefined if the key is omitted. */
function valueWriter(field: Field, value: FieldValue | undefined): Write | undefined {
  if (field.type === "repeat") return (out) => writeRows(field, rowsOf(value), out);
  if (field.multiple) {
    const items = itemsOf(value).flatMap((item) => singleWriter(field, item) ?? []);
    return (out) => writeArray(items, out);
  }
  if (field.type === "boolean") return (out) => out.push(value === true ? "true" : "false");
  return isSingle(value) ? singleWriter(field, value) : undefined;
}

/** JSON type of stored values. */
const STORED_AS = {
  text: "string",
  textarea: "string",
  richtext: "string",
  date: "string",
  embed: "string",
  number: "number",
  boolean: "boolean",
} as const;

function singleWriter(field: RowField, value: SingleValue): Write | undefined {
  if (field.type === "select") return selectWriter(field, value);
  if (field.type === "media" || field.type === "reference") {
    return hasId(value) ? holeWriter(field.type, value) : undefined;
  }
  if (typeof value === "object" || typeof value !== STORED_AS[field.type]) return undefined;
  if (field.type === "richtext") return (out) => writeRichText(String(value), out);
  if (field.type === "embed") return videoWriter(String(value));
  return jsonWriter(value);
}

/** Omits invalid URLs, which drafts can contain. */
function videoWriter(text: string): Write | undefined {
  const video = parseVideoAddress(text);
  return video && jsonWriter(video.url);
}

function selectWriter(field: SelectField, value: SingleValue): Write | undefined {
  const option = field.options.find((candidate) => candidate.value === value);
  return option === undefined ? undefined : jsonWriter(option.label);
}

function holeWriter(kind: "media" | "reference", value: MediaValue | ReferenceValue): Write {
  const { id } = value;
  const alt = kind === "media" ? altOverride(value) : undefined;
  return alt === undefined || kind === "reference"
    ? (out) => out.push({ kind, id })
    : (out) => out.push({ kind, id, alt });
}

/** Returns the alt text that overrides that of the record. */
function altOverride(value: MediaValue): string | undefined {
  return value.decorative === true ? "" : value.alt;
}

function jsonWriter(value: string | number | boolean): Write {
  return (out) => out.push(JSON.stringify(value));
}

function writeArray(items: readonly Write[], out: Part[]): void {
  out.push("[");
  for (const [index, write] of items.entries()) {
    if (index > 0) out.push(",");
    write(out);
  }
  out.push("]");
}

function writeRows(field: RepeatField, rows: readonly Row[], out: Part[]): void {
  const items = rows.map((row): Write => (to) => {
    to.push("{");
    writeFields(field.fields, row.values, to, "");
    to.push("}");
  });
  writeArray(items, out);
}

/** Text between links is escaped separately: links never split a surrogate pair. */
function writeRichText(markdown: string, out: Part[]): void {
  let from = 0;
  out.push('"');
  for (const link of findRichTextLinks(markdown)) {
    out.push(insideString(markdown.slice(from, link.start)));
    const { id, fragment } = link;
    out.push({ kind: link.kind === "media" ? "mediaUrl" : "entryUrl", id, fragment });
    from = link.end;
  }
  out.push(`${insideString(markdown.slice(from))}"`);
}

function insideString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function isSingle(value: FieldValue | undefined): value is SingleValue {
  return value !== undefined && !Array.isArray(value);
}
