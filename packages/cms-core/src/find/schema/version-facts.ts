import { hash } from "node:crypto";
import type { Issue } from "../../base/errors.ts";
import { titleIn } from "../../content/entry/print-entry.ts";
import type { FileIdentity } from "../../content/site/layout.ts";
import { visibleText } from "../../markdown/visible-text.ts";
import type { ContentType, Field, RowField, SchemaVersion } from "../../model/content-type.ts";
import type { EntryValues, FieldValue, Row } from "../../model/entry.ts";
import { rowsOf } from "../../model/walk-values.ts";
import { collectLinks } from "../../render/entry-template.ts";
import { readEntryFacts, type SiteFile, type TypeState } from "../../site/read/file-facts.ts";
import { printFields } from "./entry-state.ts";

/** A target's id and the referring field: dotted API ids, rows numbered from 0. */
export type FactLink = readonly [target: string, field: string];

/** What the index stores about one version of an entry: a function of its file, its slug, and its schema. */
export interface VersionFacts {
  readonly type: string;
  readonly slug: string;
  readonly id: string | undefined;
  readonly blob: string;
  /** Undefined if the file cannot be read. */
  readonly read: ReadVersion | undefined;
  /** False if another schema might read the file differently, because it names no schema or cannot be read. */
  readonly settled: boolean;
  readonly title: string;
  /** Searchable text: the visible text of rich text, everything else as written. */
  readonly text: string;
  readonly links: readonly FactLink[];
  /** Values by internal id as returned by `printFields`, for filtering and sorting. */
  readonly fields: string | undefined;
  readonly issues: readonly Issue[];
}

interface ReadVersion {
  /** Same for the same values, whatever else is in the file. */
  readonly digest: string;
  /** Times in ms since 1970. */
  readonly createdAt: number;
  readonly publishAt: number | undefined;
  readonly unpublishAt: number | undefined;
  readonly sortOrder: number;
}

type EntryIdentity = Pick<FileIdentity & { readonly kind: "entry" }, "apiId" | "slug" | "object">;

/** Reads one version of an entry. An unreadable one has only its slug, id, and issues. */
export function readVersionFacts(
  file: Pick<SiteFile, "path" | "blob" | "bytes">,
  identity: EntryIdentity,
  state: TypeState | undefined,
): VersionFacts {
  const { apiId: type, slug } = identity;
  const { id, entry, schema, named, issues } = readEntryFacts(file, identity, state);
  const { blob } = file;
  if (entry === undefined || schema === undefined) {
    return unreadFacts(identity, { id, blob, issues });
  }
  const { values, createdAt, publishAt, unpublishAt, sortOrder = 0 } = entry;
  return {
    type,
    slug,
    id: entry.id,
    blob,
    read: {
      digest: digestOf(values),
      createdAt: Date.parse(createdAt),
      publishAt: publishAt === undefined ? undefined : Date.parse(publishAt),
      unpublishAt: unpublishAt === undefined ? undefined : Date.parse(unpublishAt),
      sortOrder,
    },
    settled: named,
    title: titleIn(values, schema) ?? slug,
    text: searchText([slug, entry.id], values, schema),
    links: linksOf(values, schema),
    fields: printFields(values, schema),
    issues,
  };
}

/** Facts of an unreadable version. */
export function unreadFacts(
  { apiId: type, slug }: EntryIdentity,
  {
    id,
    blob,
    issues,
  }: Pick<VersionFacts, "blob" | "issues"> & { readonly id?: string | undefined },
): VersionFacts {
  const text = `${slug}\n${id ?? ""}`;
  const unread = { read: undefined, settled: false, title: slug, links: [], fields: undefined };
  return { type, slug, id, blob, text, issues, ...unread };
}

function linksOf(values: EntryValues, schema: SchemaVersion): readonly FactLink[] {
  const found = collectLinks(values, schema);
  if (found.length === 0) return [];
  const seen = new Set<string>();
  return found.flatMap(({ id, field }) => {
    const key = `${id} ${field}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [[id, field] as const];
  });
}

/** Uses internal ids in a fixed order, so that renaming or reordering fields in a newer schema has no effect. */
function digestOf(values: EntryValues): string {
  const ids = [...values.keys()].toSorted();
  const plain = ids.map((id) => [id, plainValue(values.get(id))]);
  return hash("sha1", JSON.stringify(plain), "base64url");
}

function plainValue(value: FieldValue | undefined): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => (isRow(item) ? [item.id, plainRow(item)] : item));
}

function plainRow(row: Row): unknown {
  return [...row.values].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function isRow(item: unknown): item is Row {
  return typeof item === "object" && item !== null && "values" in item;
}

/**
 * Returns the searchable text, one value per line: first `names`, then texts, option labels, video URLs, and alt texts.
 */
function searchText(
  names: readonly string[],
  values: EntryValues,
  { fields }: Pick<ContentType, "fields">,
): string {
  const lines = [...names];
  for (const field of fields) addField(lines, field, values.get(field.id));
  // Faster than joining an array: the string is flattened once, when it is read.
  let text = "";
  for (const [at, line] of lines.entries()) text = at === 0 ? line : `${text}\n${line}`;
  return text;
}

function addField(lines: string[], field: Field, value: FieldValue | undefined): void {
  if (value === undefined) return;
  if (field.type !== "repeat") {
    addValue(lines, field, value);
    return;
  }
  for (const row of rowsOf(value)) {
    for (const inner of field.fields) addField(lines, inner, row.values.get(inner.id));
  }
}

function addValue(lines: string[], field: RowField, value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) addValue(lines, field, item);
    return;
  }
  const text = textOf(field, value);
  if (text !== undefined) lines.push(text);
}

const TEXTS: ReadonlySet<RowField["type"]> = new Set(["text", "textarea", "embed"]);

function textOf(field: RowField, value: unknown): string | undefined {
  if (field.type === "richtext") return typeof value === "string" ? visibleText(value) : undefined;
  if (TEXTS.has(field.type)) return typeof value === "string" ? value : undefined;
  if (field.type === "media") return altOf(value);
  if (field.type !== "select") return undefined;
  return field.options.find((option) => option.value === value)?.label;
}

function altOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("alt" in value)) return undefined;
  return typeof value.alt === "string" ? value.alt : undefined;
}
