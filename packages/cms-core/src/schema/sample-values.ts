import { hash } from "node:crypto";
import type { FieldValue, RowFieldValue, SingleValue } from "../model/entry.ts";
import type { Field, RowField } from "../model/field.ts";
import type { MediaRecord } from "../model/media.ts";
import type { EntryHead } from "../render/default-order.ts";

const TIME = "2026-01-31T09:30:00.000Z";

/** An id that is the same for the same name, in the form that ids have. */
export function sampleId(kind: "e" | "m", name: string): string {
  // Ids have no 0, 1, 8 and 9.
  const digits = hash("sha256", name).slice(0, 19);
  return kind + digits.replaceAll(/[0189]/g, (digit) => "wx------yz"[Number(digit)] ?? digit);
}

/** A value that shows what a field is published as; undefined where the field is not finished. */
export function sampleValue(field: Field): FieldValue | undefined {
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

const MAX_LABEL = 60;

type PlainType = Exclude<RowField["type"], "select" | "media" | "reference">;

const PLAIN: Readonly<Record<PlainType, (name: string) => SingleValue>> = {
  text: (name) => name,
  textarea: (name) => `${name}: plain text\nof several lines.`,
  richtext: (name) => `## ${name}\n\nText with **bold** words and a [link](https://example.com).`,
  number: () => 42,
  boolean: () => true,
  date: () => TIME.slice(0, 10),
  embed: () => "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
};

function sampleSingle(field: RowField): SingleValue | undefined {
  if (field.type === "select") return field.options[0]?.value;
  if (field.type === "media") return { id: sampleId("m", field.accept) };
  if (field.type !== "reference") {
    return PLAIN[field.type]((field.label.trim() || field.apiId).slice(0, MAX_LABEL));
  }
  const [target] = field.to;
  return target === undefined ? undefined : { id: sampleId("e", target) };
}

/** The system keys of a sample, but for its type's. */
export const SAMPLE_HEAD: Pick<EntryHead, "createdAt" | "updatedAt" | "publishedAt" | "sortOrder"> =
  {
    createdAt: TIME,
    updatedAt: TIME,
    publishedAt: TIME,
    sortOrder: 0,
  };

/** What media fields of samples show, by what they accept. */
export const SAMPLE_MEDIA: Readonly<Record<"image" | "file", Omit<MediaRecord, "id">>> = {
  image: {
    sha256: "0a".repeat(32),
    filename: "photo.jpg",
    mimeType: "image/jpeg",
    byteSize: 184_320,
    width: 1600,
    height: 900,
    alt: "What the picture shows",
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
