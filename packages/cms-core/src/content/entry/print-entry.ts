import { isDeepStrictEqual } from "node:util";
import { decodeText } from "../../base/bytes.ts";
import { isCmsError } from "../../base/errors.ts";
import { normalizeText } from "../../base/text.ts";
import {
  bodyField,
  type ContentType,
  type Field,
  type RepeatField,
  type RowField,
} from "../../model/content-type.ts";
import type {
  Entry,
  EntryValues,
  FieldValue,
  MediaValue,
  ReferenceValue,
  Row,
  SingleValue,
} from "../../model/entry.ts";
import { isList, isRows, mapValues } from "../../model/walk-values.ts";
import { editYaml } from "../../yaml/edit-yaml.ts";
import { splitFrontMatter } from "../../yaml/front-matter.ts";
import {
  printMapping,
  stringLeaf,
  targetLeaf,
  typedLeaf,
  type YamlMapping,
  type YamlTree,
} from "../../yaml/yaml-tree.ts";
import { readYaml, type YamlValue } from "../../yaml/yaml.ts";
import { isPlainFile } from "../site/layout.ts";
import { readEntryId, readFieldValue, readTime, splitEntryFile, trimBody } from "./parse-entry.ts";

export interface PrintEntryOptions {
  /** Path of the file to write: `.yml` files are plain YAML, all others have front matter. */
  readonly path: string;
  /** The current file; unknown keys, comments, and the formatting of unchanged parts are kept. */
  readonly previous?: Uint8Array;
  /** Returns the titles of references and media for comments. */
  readonly titleOf?: TitleOf;
}

/**
 * Returns the bytes of an entry's file: canonical for a new file, otherwise `previous` with edits. The extension of
 * `path` determines whether it has front matter or is plain YAML, so a file keeps the format that its name implies.
 */
export function printEntryFile(
  entry: Entry,
  schema: ContentType,
  { path, previous, titleOf = () => undefined }: PrintEntryOptions,
): Uint8Array {
  const normal = normalizeEntry(entry, schema);
  const body = bodyIn(path, schema);
  const tree = entryTree(normal, { schema, body, titleOf });
  const printing: Printing = { path, entry: normal, schema, body, tree };
  const edited = previous === undefined ? undefined : editEntryFile(previous, printing);
  if (edited !== undefined) return edited;
  const yaml = printMapping(tree);
  if (isPlainFile(path)) return Buffer.from(yaml);
  return Buffer.from(`---\n${yaml}---\n${textOf(normal, body)}`);
}

/** Returns the field whose value is the text after the front matter; undefined if the file has no such text. */
function bodyIn(path: string, schema: ContentType): Field | undefined {
  return isPlainFile(path) ? undefined : bodyField(schema);
}

interface Printing {
  readonly path: string;
  /** Normalized. */
  readonly entry: Entry;
  readonly schema: ContentType;
  /** The field after the front matter. */
  readonly body: Field | undefined;
  readonly tree: YamlMapping;
}

/**
 * Writes a normalized entry into the existing file. Returns the same bytes if nothing changes, and undefined if the
 * file cannot be read and must be printed from scratch.
 */
function editEntryFile(previous: Uint8Array, printing: Printing): Uint8Array | undefined {
  try {
    const before = decodeText(previous);
    const after = editText(before, printing);
    return after === before ? previous : Buffer.from(keepWrittenLines(previous, before, after));
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

/**
 * Keeps unchanged lines of an edited text as they are in the file, with Windows line breaks or another Unicode
 * normalization. Files written by HQ have neither.
 */
function keepWrittenLines(previous: Uint8Array, before: string, after: string): string {
  const raw = Buffer.from(previous).toString("utf8");
  const lines = raw.replace(/^\uFEFF/, "").split("\n");
  const [old, now] = [before.split("\n"), after.split("\n")];
  if (raw === before || lines.length !== old.length) return after;
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const isWindows = lines.slice(0, -1).every((line) => line.endsWith("\r"));
  const changed = now.slice(head, now.length - tail);
  const withBreaks = isWindows ? changed.map((line) => `${line}\r`) : changed;
  const mark = raw.startsWith("\uFEFF") ? "\uFEFF" : "";
  return (
    mark + [...lines.slice(0, head), ...withBreaks, ...lines.slice(lines.length - tail)].join("\n")
  );
}

function editText(text: string, { path, entry, schema, body: field, tree }: Printing): string {
  const same = (key: string, value: YamlValue): boolean | undefined =>
    isSameMember(key, value, entry, schema);
  if (isPlainFile(path)) return editYaml(text, tree, same);
  const { yaml, body, yamlLine } = splitFrontMatter(text);
  const value = field === undefined ? "" : (entry.values.get(field.id) ?? "");
  // What follows the front matter of a type without a body is white space, and stays.
  const newBody = field === undefined || trimBody(body) === value ? body : printBody(value);
  if (yamlLine === 1) {
    // Earlier releases wrote such files without the `---` lines: their keys are kept when the lines are restored.
    const isUnfenced = field === undefined && readEntryId(Buffer.from(text)) === entry.id;
    return `---\n${editYaml(isUnfenced ? text : yaml, tree, same)}---\n${printBody(value)}`;
  }
  const newYaml = editYaml(yaml, tree, same);
  const start = text.indexOf("\n") + 1;
  const fence = text.slice(start + yaml.length, text.length - body.length);
  return text.slice(0, start) + newYaml + (fence.endsWith("\n") ? fence : `${fence}\n`) + newBody;
}

/** Whether a key's value in the file already has the entry's meaning, however it is written. */
function isSameMember(
  key: string,
  value: YamlValue,
  entry: Entry,
  schema: ContentType,
): boolean | undefined {
  if (key === "createdAt" || key === "publishAt" || key === "unpublishAt") {
    return typeof value === "string" && readTime(value) === entry[key];
  }
  if (key === "schema" || key === "sortOrder") return Number(value) === entry[key];
  const field = schema.fields.find((candidate) => candidate.id === key);
  if (field === undefined) return undefined;
  let readable = true;
  const read = readFieldValue(field, value, () => {
    readable = false;
  });
  const wanted: FieldValue | undefined = entry.values.get(key);
  return readable && isDeepStrictEqual(read, wanted);
}

function textOf({ values }: Entry, body: Field | undefined): string {
  return body === undefined ? "" : printBody(values.get(body.id));
}

/** Returns the text after the closing `---` line: an empty line and the body, or nothing. */
function printBody(value: FieldValue | undefined): string {
  return typeof value === "string" && value !== "" ? `\n${value}\n` : "";
}

interface MoveBodyOptions {
  /** Current path of the file, which determines whether it has front matter. */
  readonly path: string;
  /** New path of the file. */
  readonly toPath: string;
  /** The schema that the file was written with. */
  readonly from: ContentType;
  /** The schema to write it with. */
  readonly to: ContentType;
}

/**
 * Moves an entry file's text to its location in another schema: as Markdown body or under its field's key, with or
 * without front matter. Nothing is lost: the text of a deleted body field stays under its key, like the values of other
 * deleted fields. Returns the same bytes if nothing must move.
 *
 * @throws CmsError the codes of `decodeText`, `splitFrontMatter`, and `readYaml`
 */
export function moveBody(
  previous: Uint8Array,
  { path, toPath, from, to }: MoveBodyOptions,
): Uint8Array {
  const before = bodyIn(path, from);
  const after = bodyIn(toPath, to);
  if (before?.id === after?.id && isPlainFile(path) === isPlainFile(toPath)) return previous;
  const { yaml, body } = splitEntryFile(decodeText(previous), path);
  const entries = new Map<string, YamlTree>();
  const text = trimBody(body);
  if (before !== undefined && text !== "") entries.set(before.id, stringLeaf(text));
  const value = after === undefined ? undefined : readYaml(yaml).get(after.id);
  const moved = (key: string): boolean => key === before?.id || key === after?.id;
  const edited = editYaml(yaml, { kind: "mapping", entries, known: moved }, () => undefined);
  if (isPlainFile(toPath)) return Buffer.from(edited);
  return Buffer.from(`---\n${edited}---\n${printBody(typeof value === "string" ? value : "")}`);
}

/** Returns the title of a reference or media value for a comment. */
export type TitleOf = (id: string) => string | undefined;

/** Keys of an entry file that aren't fields, in order. */
export const ENTRY_KEYS: ReadonlySet<string> = new Set([
  "id",
  "schema",
  "createdAt",
  "publishAt",
  "unpublishAt",
  "sortOrder",
]);

/** Returns the front matter of a normalized entry: system keys, then the fields by internal id in schema order. */
function entryTree(
  entry: Entry,
  { schema, body, titleOf }: Pick<Printing, "schema" | "body"> & { readonly titleOf: TitleOf },
): YamlMapping {
  const entries = new Map<string, YamlTree>();
  entries.set("id", typedLeaf(entry.id));
  entries.set("schema", typedLeaf(String(entry.schema)));
  entries.set("createdAt", typedLeaf(entry.createdAt));
  if (entry.publishAt !== undefined) entries.set("publishAt", typedLeaf(entry.publishAt));
  if (entry.unpublishAt !== undefined) entries.set("unpublishAt", typedLeaf(entry.unpublishAt));
  if (entry.sortOrder !== undefined) entries.set("sortOrder", typedLeaf(String(entry.sortOrder)));
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

/** Fields that contain an entry's title, at any position. */
const TITLE_FIELDS = ["title", "name", "headline"];

/**
 * Returns an entry's title: its title, name, or headline, otherwise its first text, otherwise its first text area;
 * undefined if it has none of these.
 */
export function titleIn(values: EntryValues, { fields }: ContentType): string | undefined {
  const single = fields.filter(({ multiple }) => !multiple);
  const texts = single.filter(({ type }) => type === "text");
  const areas = single.filter(({ type }) => type === "textarea");
  const named = TITLE_FIELDS.map((apiId) =>
    [...texts, ...areas].find((one) => one.apiId.toLowerCase() === apiId),
  );
  for (const field of named) {
    const title = field === undefined ? undefined : values.get(field.id);
    if (typeof title === "string" && title.trim() !== "") return title;
  }
  const [field] = [...texts, ...areas];
  const title = field === undefined ? undefined : values.get(field.id);
  return typeof title === "string" ? title : undefined;
}

/** Returns an entry's name for comments after references: its title, otherwise its slug. */
export function entryTitle({ values, slug }: Entry, type: ContentType): string {
  return titleIn(values, type) ?? slug;
}

/**
 * Normalizes an entry to what a file of it would be read as: texts in NFC with `\n`, no empty values, `-0` as 0, and
 * the body without line breaks at its ends. Drops values of fields that the schema lacks.
 */
export function normalizeEntry(entry: Entry, schema: ContentType): Entry {
  const body = bodyField(schema);
  const values = mapValues(entry.values, schema.fields, (item, field) =>
    normalizeSingle(field === body && typeof item === "string" ? trimBody(item) : item),
  );
  return { ...entry, values };
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
