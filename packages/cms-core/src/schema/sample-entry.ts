import { hash } from "node:crypto";
import type { ContentType, Field, RowField } from "../model/content-type.ts";
import type { FieldValue, RowFieldValue, SingleValue } from "../model/entry.ts";
import { LIMITS } from "../model/limits.ts";
import type { MediaRecord } from "../model/media.ts";
import { compileEntry } from "../render/compile-entry.ts";
import type { EntryTemplate } from "../render/entry-template.ts";
import { changeList, EMPTY_LIST, type EntryHead, renderList } from "../render/list-body.ts";
import { renderEntry, renderMedia } from "../render/render-entry.ts";

const TIME = "2026-01-31T09:30:00.000Z";

const MAX_LABEL = 60;

const PLAIN: Readonly<Record<PlainType, (name: string) => SingleValue>> = {
  text: (name) => name,
  textarea: (name) => `${name}: plain text\nof several lines.`,
  richtext: (name) => `## ${name}\n\nText with **bold** parts and a [link](https://example.com).`,
  number: () => 42,
  boolean: () => true,
  date: () => TIME.slice(0, 10),
  embed: () => "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
};

/** System keys of a sample, except for its type. */
const SAMPLE_HEAD: Pick<EntryHead, "createdAt" | "updatedAt" | "publishedAt" | "sortOrder"> = {
  createdAt: TIME,
  updatedAt: TIME,
  publishedAt: TIME,
  sortOrder: 0,
};

/** Sample media by the accepted kind. */
const SAMPLE_MEDIA: Readonly<Record<"image" | "file", Omit<MediaRecord, "id">>> = {
  image: {
    sha256: "0a".repeat(32),
    filename: "photo.jpg",
    mimeType: "image/jpeg",
    byteSize: 184_320,
    width: 1600,
    height: 900,
    alt: "What the image shows",
    createdAt: TIME,
    variants: [
      { width: 320, format: "avif" },
      { width: 320, format: "webp" },
      { width: 640, format: "avif" },
      { width: 640, format: "webp" },
    ],
  },
  file: {
    sha256: "0b".repeat(32),
    filename: "document.pdf",
    mimeType: "application/pdf",
    byteSize: 92_160,
    alt: "",
    createdAt: TIME,
    variants: [],
  },
};

export interface SampleOptions {
  /** Returns the schemas of referenced types. @default samples of references have only system keys */
  readonly typeOf?: (apiId: string) => ContentType | undefined;
  /** `{public_storage_url}/{site_id}`, the prefix of media URLs. */
  readonly publicUrl?: string;
}

/**
 * Returns sample JSON of a content type's entry, rendered by the code that publishes. The same type gives the same
 * text. Invalid or unfinished types also have a sample: fields that cannot be shown (without an API ID, or a select
 * without options) are omitted.
 */
export function sampleEntry(
  type: ContentType,
  { typeOf = () => undefined, publicUrl = "https://files.example.com/site" }: SampleOptions = {},
): string {
  const targets = new Map(
    targetsOf(type.fields).map((apiId) => [
      sampleId("e", apiId),
      typeOf(apiId) ?? { apiId, kind: "list" as const, label: apiId, fields: [] },
    ]),
  );
  const place = { publicUrl, siteId: publicUrl.slice(publicUrl.lastIndexOf("/") + 1) };
  return renderEntry(compileSample(type), {
    template: (id) => {
      const target = targets.get(id);
      return target && compileSample(target);
    },
    mediaJson: (id) => {
      const record = SAMPLE_MEDIA[id === sampleId("m", "file") ? "file" : "image"];
      return renderMedia({ id, ...record }, place);
    },
    mediaUrl: () => undefined,
    entryUrl: () => undefined,
  });
}

/** Returns sample content of `api/<api_id>.json`: a page with one entry, or an object type's entry. */
export function sampleFile(type: ContentType, options?: SampleOptions): string {
  const json = sampleEntry(type, options);
  if (type.kind === "object") return json;
  const listed = { ...headOf(type), json, digest: "" };
  const chunks = renderList(changeList(EMPTY_LIST, { remove: [], add: [listed] }));
  return Buffer.concat([...chunks]).toString();
}

function compileSample(type: ContentType): EntryTemplate {
  const fields = selectFinished(type.fields);
  const values = new Map<string, FieldValue>();
  for (const field of fields) {
    const value = sampleValue(field);
    if (value !== undefined) values.set(field.id, value);
  }
  return compileEntry(headOf(type), values, { fields });
}

function headOf({ apiId, kind }: ContentType): EntryHead {
  const slug = kind === "object" ? apiId : "an-example";
  return { id: sampleId("e", apiId), type: apiId, slug, ...SAMPLE_HEAD };
}

/** Returns the fields with unique API IDs, with new unique internal ids. */
function selectFinished(fields: readonly Field[]): Field[] {
  return unique(fields).map((field) =>
    field.type === "repeat" ? Object.assign({}, field, { fields: unique(field.fields) }) : field,
  );
}

function unique<T extends Field | RowField>(fields: readonly T[]): T[] {
  const byApiId = new Map<string, T>();
  for (const field of fields.slice(0, LIMITS.fields)) {
    if (field.apiId !== "" && !byApiId.has(field.apiId)) byApiId.set(field.apiId, field);
  }
  return [...byApiId.values()].map((field, index) => Object.assign({}, field, { id: `f${index}` }));
}

function targetsOf(fields: readonly Field[]): string[] {
  return fields.slice(0, LIMITS.fields).flatMap((field) => {
    if (field.type === "repeat") return targetsOf(field.fields);
    return field.type === "reference" ? field.to.slice(0, 1) : [];
  });
}

/** Returns a valid id that depends only on the name. */
function sampleId(kind: "e" | "m", name: string): string {
  // Ids never contain 0, 1, 8, or 9.
  const digits = hash("sha256", name).slice(0, 19);
  return kind + digits.replaceAll(/[0189]/g, (digit) => "wx------yz"[Number(digit)] ?? digit);
}

/** Returns a value that shows how a field is published; undefined for an unfinished field. */
function sampleValue(field: Field): FieldValue | undefined {
  if (field.type === "repeat") return [{ id: "row1", values: sampleRow(field.fields) }];
  return sampleRowValue(field);
}

function sampleRow(fields: readonly RowField[]): ReadonlyMap<string, RowFieldValue> {
  const values = new Map<string, RowFieldValue>();
  for (const field of fields) {
    const value = sampleRowValue(field);
    if (value !== undefined) values.set(field.id, value);
  }
  return values;
}

function sampleRowValue(field: RowField): RowFieldValue | undefined {
  const value = sampleSingle(field);
  return field.multiple && value !== undefined ? [value] : value;
}

type PlainType = Exclude<RowField["type"], "select" | "media" | "reference">;

function sampleSingle(field: RowField): SingleValue | undefined {
  if (field.type === "select") return field.options[0]?.value;
  if (field.type === "media") return { id: sampleId("m", field.accept) };
  if (field.type !== "reference") {
    return PLAIN[field.type]((field.label.trim() || field.apiId).slice(0, MAX_LABEL));
  }
  const [target] = field.to;
  return target === undefined ? undefined : { id: sampleId("e", target) };
}
