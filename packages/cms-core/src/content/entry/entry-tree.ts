import { normalizeText } from "../../base/text.ts";
import {
  bodyField,
  type ContentType,
  type Field,
  type RepeatField,
  type RowField,
} from "../../model/content-type.ts";
import type { Entry, FieldValue, Row, SingleValue } from "../../model/entry.ts";
import {
  stringLeaf,
  targetLeaf,
  typedLeaf,
  type YamlMapping,
  type YamlTree,
} from "../../yaml/yaml-tree.ts";
import { isList, isRows } from "./normalize-entry.ts";

/** Names a reference's or media value's target in a comment. */
export type TitleOf = (id: string) => string | undefined;

/** Keys of an entry file that are not fields, in their order. */
export const ENTRY_KEYS: ReadonlySet<string> = new Set([
  "id",
  "schema",
  "createdAt",
  "publishAt",
  "unpublishAt",
  "sortOrder",
]);

/** The front matter of a normalised entry: system keys, then the fields by internal id in schema order. */
export function entryTree(entry: Entry, schema: ContentType, titleOf: TitleOf): YamlMapping {
  const entries = new Map<string, YamlTree>();
  entries.set("id", typedLeaf(entry.id));
  entries.set("schema", typedLeaf(String(entry.schema)));
  entries.set("createdAt", typedLeaf(entry.createdAt));
  if (entry.publishAt !== undefined) entries.set("publishAt", typedLeaf(entry.publishAt));
  if (entry.unpublishAt !== undefined) entries.set("unpublishAt", typedLeaf(entry.unpublishAt));
  if (entry.sortOrder !== undefined) entries.set("sortOrder", typedLeaf(String(entry.sortOrder)));
  const body = bodyField(schema);
  for (const field of schema.fields) {
    const value = field === body ? undefined : entry.values.get(field.id);
    if (value !== undefined) entries.set(field.id, fieldTree(field, value, titleOf));
  }
  const known = (key: string): boolean =>
    ENTRY_KEYS.has(key) || schema.fields.some((field) => field !== body && field.id === key);
  return { kind: "mapping", entries, known };
}

function fieldTree(field: Field, value: FieldValue, titleOf: TitleOf): YamlTree {
  if (!isList(value)) return singleTree(value, field, titleOf);
  if (!isRows(value)) {
    return { kind: "list", items: value.map((item) => singleTree(item, field, titleOf)) };
  }
  if (field.type !== "repeat") return { kind: "list", items: [] };
  return { kind: "list", items: value.map((row) => rowTree(row, field, titleOf)) };
}

function rowTree(row: Row, repeat: RepeatField, titleOf: TitleOf): YamlMapping {
  const entries = new Map<string, YamlTree>([["id", stringLeaf(row.id)]]);
  for (const field of repeat.fields) {
    const value = row.values.get(field.id);
    if (value !== undefined) entries.set(field.id, fieldTree(field, value, titleOf));
  }
  const known = (key: string): boolean =>
    key === "id" || repeat.fields.some((field) => field.id === key);
  return { kind: "mapping", entries, known };
}

function singleTree(value: SingleValue, field: Field | RowField, titleOf: TitleOf): YamlTree {
  if (typeof value === "string") {
    return field.type === "date" ? typedLeaf(value) : stringLeaf(normalizeText(value));
  }
  if (typeof value !== "object") return typedLeaf(String(value));
  const id = targetLeaf(value.id, titleOf(value.id));
  const entries = new Map<string, YamlTree>([["id", id]]);
  if ("alt" in value && value.alt !== undefined) {
    entries.set("alt", stringLeaf(normalizeText(value.alt)));
  }
  if ("decorative" in value && value.decorative) {
    entries.set("decorative", typedLeaf("true"));
  }
  if (entries.size === 1) return id;
  return { kind: "mapping", entries, known: isMediaKey, omitted: NOT_DECORATIVE };
}

const NOT_DECORATIVE: ReadonlyMap<string, string> = new Map([["decorative", "false"]]);

function isMediaKey(key: string): boolean {
  return key === "id" || key === "alt" || key === "decorative";
}
