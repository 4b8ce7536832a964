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
  /** Of the file to write: `.yml` files are YAML alone, all others have front matter. */
  readonly path: string;
  /** The file as it is; unknown keys, comments and formatting of what does not change are kept. */
  readonly previous?: Uint8Array;
  /** Names the targets of references and media in comments. */
  readonly titleOf?: TitleOf;
}

/**
 * The bytes of an entry's file: canonical for a new file, written into `previous` otherwise. The extension of
 * `path` decides between front matter and plain YAML, so a file keeps the format that its name promises.
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

/** The field whose value is the text below the front matter; undefined where the file has no such text. */
function bodyIn(path: string, schema: ContentType): Field | undefined {
  return isPlainFile(path) ? undefined : bodyField(schema);
}

interface Printing {
  readonly path: string;
  /** Normalized. */
  readonly entry: Entry;
  readonly schema: ContentType;
  /** The field below the front matter. */
  readonly body: Field | undefined;
  readonly tree: YamlMapping;
}

/**
 * Writes a normalised entry into the file that is there. The same bytes come back when nothing changes;
 * undefined when the file cannot be read and has to be printed anew.
 */
function editEntryFile(previous: Uint8Array, printing: Printing): Uint8Array | undefined {
  try {
    const before = decodeText(previous);
    const after = editText(before, printing);
    return after === before ? previous : Buffer.from(asWritten(previous, before, after));
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

/**
 * An edited text with the lines that did not change as the file has them: with line breaks of Windows, or letters in another
 * normal form. A file of HQ's own has neither.
 */
function asWritten(previous: Uint8Array, before: string, after: string): string {
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
  const made = isWindows ? changed.map((line) => `${line}\r`) : changed;
  const mark = raw.startsWith("\uFEFF") ? "\uFEFF" : "";
  return mark + [...lines.slice(0, head), ...made, ...lines.slice(lines.length - tail)].join("\n");
}

function editText(text: string, { path, entry, schema, body: field, tree }: Printing): string {
  const same = (key: string, value: YamlValue): boolean | undefined =>
    isSameMember(key, value, entry, schema);
  if (isPlainFile(path)) return editYaml(text, tree, same);
  const { yaml, body, yamlLine } = splitFrontMatter(text);
  const value = field === undefined ? "" : (entry.values.get(field.id) ?? "");
  const newBody = trimBody(body) === value ? body : printBody(value);
  if (yamlLine === 1) {
    // Earlier releases wrote such files without the fences: their keys are kept when they get them back.
    const isUnfenced = field === undefined && readEntryId(Buffer.from(text)) === entry.id;
    return `---\n${editYaml(isUnfenced ? text : yaml, tree, same)}---\n${printBody(value)}`;
  }
  const newYaml = editYaml(yaml, tree, same);
  const start = text.indexOf("\n") + 1;
  const fence = text.slice(start + yaml.length, text.length - body.length);
  return text.slice(0, start) + newYaml + (fence.endsWith("\n") ? fence : `${fence}\n`) + newBody;
}

/** Whether a key's value in the file already means what the entry says, however it is written. */
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

/** What follows the closing fence: an empty line and the body, or nothing. */
function printBody(value: FieldValue | undefined): string {
  return typeof value === "string" && value !== "" ? `\n${value}\n` : "";
}

interface MoveBodyOptions {
  /** Of the file as it is: whether it has front matter. */
  readonly path: string;
  /** Of the file as it will be. */
  readonly toPath: string;
  /** The schema that the file was written by. */
  readonly from: ContentType;
  /** The schema that it is to be written by. */
  readonly to: ContentType;
}

/**
 * An entry file with its text where another schema has it: as Markdown body or under its field's key, with
 * front matter or without. Nothing is lost: the text of a body whose field was deleted stays under its
 * key, as the values of other deleted fields do. The same bytes come back when nothing has to move.
 *
 * @throws CmsError the codes of `decodeText`, `splitFrontMatter` and `readYaml`
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

/** Fields that say what an entry is called, wherever they stand. */
const TITLE_FIELDS = ["title", "name", "headline"];

/**
 * What people call an entry: its title, name or headline, else its first text, else its first text area;
 * undefined without one.
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

/** How comments behind references name an entry: by its title, else by its slug. */
export function entryTitle({ values, slug }: Entry, type: ContentType): string {
  return titleIn(values, type) ?? slug;
}

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
