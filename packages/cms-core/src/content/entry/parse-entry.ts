import { decodeText } from "../../base/bytes.ts";
import { CmsError, type Issue } from "../../base/errors.ts";
import { isEntryId, isMediaId, isRowId } from "../../base/ids.ts";
import { parseCalendarDate, parseInstant } from "../../base/instant.ts";
import { normalizeText, parseNumber } from "../../base/text.ts";
import {
  bodyField,
  type Field,
  type RepeatField,
  type RowField,
  type SchemaVersion,
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
import { LIMITS } from "../../model/limits.ts";
import { type FrontMatter, splitFrontMatter } from "../../yaml/front-matter.ts";
import { yamlLine, type YamlPath } from "../../yaml/yaml-lines.ts";
import { isYamlList, isYamlMap, readYaml, type YamlMap, type YamlValue } from "../../yaml/yaml.ts";
import { isPlainFile } from "../site/layout.ts";

export interface ParseEntryOptions {
  /** Path in the repository; `.yml` files are plain YAML, all others have front matter. */
  readonly path: string;
  readonly apiId: string;
  readonly slug: string;
  /** Returns the schema for a version, or undefined if it doesn't exist; no number means the newest. */
  readonly schemaOf: (version: number | undefined) => SchemaVersion | undefined;
}

/**
 * Reads an entry file and checks that values have the shapes of their field types. Limits and required fields are
 * checked by `validateEntry`.
 *
 * @throws CmsError `invalid_entry` with an issue per problem, each with path, line, and field; or the codes of
 * `decodeText`, `splitFrontMatter`, and `readYaml`
 */
export function parseEntryFile(
  bytes: Uint8Array,
  { path, apiId, slug, schemaOf }: ParseEntryOptions,
): Entry {
  const parts = splitEntryFile(decodeText(bytes, { path }), path);
  const yaml = readYaml(parts.yaml, { path, firstLine: parts.yamlLine });
  const problems = new Problems(path, parts);
  const version = readNumber(yaml, "schema", problems);
  const schema = schemaOf(version);
  if (schema === undefined) {
    problems.add(`has the schema version ${version ?? "unset"}, which was never published`, [
      "schema",
    ]);
    throw problems.error();
  }
  const head = readHead(yaml, problems);
  const values = readValues(yaml, parts, schema, problems);
  if (problems.found || head === undefined) throw problems.error();
  return { type: apiId, slug, schema: schema.version, ...head, values };
}

/** Finds the id in an entry file without parsing it; undefined if there isn't one. */
export function readEntryId(bytes: Uint8Array): string | undefined {
  const id = ID_LINE.exec(headText(bytes))?.[1];
  return id !== undefined && isEntryId(id) ? id : undefined;
}

/** Finds an entry's creation time without parsing; undefined if it is written in another form. */
export function readCreatedAt(bytes: Uint8Array): string | undefined {
  return parseInstant(CREATED_LINE.exec(headText(bytes))?.[1] ?? "");
}

function headText(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  const text = head.toString("utf8").replace(/^\uFEFF/, "");
  const close = text.startsWith("---") ? text.indexOf("\n---", 3) : -1;
  return close === -1 ? text : text.slice(0, close);
}

const HEAD_BYTES = 65_536;
const CREATED_LINE = /^createdAt:[ \t]+["']?([\d:.TZ-]+)["']?[ \t]*\r?$/m;
const ID_LINE = /^id:[ \t]+["']?([a-z2-7]{20})["']?[ \t]*(?:#[^\n]*)?\r?$/m;

/** Splits a file into YAML and body: front matter and text, or for `.yml` the whole text as YAML. */
export function splitEntryFile(text: string, path: string): FrontMatter {
  if (!isPlainFile(path)) return splitFrontMatter(text, { path });
  return { yaml: text, body: "", yamlLine: 1, bodyLine: 1 };
}

type Head = Pick<Entry, "id" | "createdAt" | "publishAt" | "unpublishAt" | "sortOrder">;

function readHead(yaml: YamlMap, problems: Problems): Head | undefined {
  const id = yaml.get("id");
  if (typeof id !== "string" || !isEntryId(id)) {
    problems.add(id === undefined ? "has no ID" : "has an invalid entry ID", ["id"]);
  }
  const createdAt = readTimeKey(yaml, "createdAt", problems);
  if (createdAt === undefined && !yaml.has("createdAt")) problems.add("has no createdAt", []);
  const publishAt = readTimeKey(yaml, "publishAt", problems);
  const unpublishAt = readTimeKey(yaml, "unpublishAt", problems);
  const sortOrder = readNumber(yaml, "sortOrder", problems);
  if (typeof id !== "string" || createdAt === undefined) return undefined;
  return {
    id,
    createdAt,
    ...(publishAt === undefined ? {} : { publishAt }),
    ...(unpublishAt === undefined ? {} : { unpublishAt }),
    ...(sortOrder === undefined ? {} : { sortOrder }),
  };
}

function readTimeKey(yaml: YamlMap, key: string, problems: Problems): string | undefined {
  const value = yaml.get(key);
  if (value === undefined) return undefined;
  const time = typeof value === "string" ? readTime(value) : undefined;
  if (time === undefined)
    problems.add(`has a ${key} that is not a time such as 2026-11-20T09:30:00Z`, [key]);
  return time;
}

const INTEGER = /^-?\d{1,15}$/;

function readNumber(yaml: YamlMap, key: string, problems: Problems): number | undefined {
  const value = yaml.get(key);
  if (value === undefined) return undefined;
  if (typeof value === "string" && INTEGER.test(value)) return Number(value) + 0;
  problems.add(`has a ${key} that is not an integer`, [key]);
  return undefined;
}

function readValues(
  yaml: YamlMap,
  parts: FrontMatter,
  schema: SchemaVersion,
  problems: Problems,
): EntryValues {
  const values = new Map<string, FieldValue>();
  const body = parts.bodyLine === 1 && parts.yaml !== "" ? undefined : bodyField(schema);
  const complain: ReportProblem = ({ message, field, at }) => {
    problems.add(`${field} ${message}`, at, field);
  };
  for (const field of schema.fields) {
    const text = field === body ? trimBody(parts.body) : yaml.get(field.id);
    if (text === undefined) continue;
    const value = readFieldValue(field, text, complain);
    if (value !== undefined) values.set(field.id, value);
  }
  if (body !== undefined && (yaml.get(body.id) ?? "") !== "") {
    problems.add(
      `has ${body.apiId} in its front matter, but that field is the text below the front matter`,
      [body.id],
    );
  }
  if (body === undefined && parts.body.trim() !== "") {
    problems.add(
      "has text below its front matter, but its content type has no rich text field",
      undefined,
    );
  }
  return values;
}

class Problems {
  readonly #path: string;
  readonly #parts: FrontMatter;
  readonly #issues: Issue[] = [];

  constructor(path: string, parts: FrontMatter) {
    this.#path = path;
    this.#parts = parts;
  }

  get found(): boolean {
    return this.#issues.length > 0;
  }

  /** @param at - position in the YAML; undefined means the body */
  add(message: string, at: YamlPath | undefined, field?: string): void {
    if (this.#issues.length >= LIMITS.issuesReported) return;
    const { yaml, yamlLine: firstLine, bodyLine } = this.#parts;
    const line = at === undefined ? bodyLine : yamlLine(yaml, at, firstLine);
    const issue = {
      code: "invalid_entry",
      message: `${this.#path}: ${message}.`,
      path: this.#path,
      line,
    } as const;
    this.#issues.push(field === undefined ? issue : { ...issue, field });
  }

  error(): CmsError {
    const first = this.#issues[0]?.message ?? `${this.#path} is not an entry file.`;
    return new CmsError("invalid_entry", first, { issues: this.#issues });
  }
}

/** Called for a value that doesn't match its field type; the value is then dropped. */
type ReportProblem = (problem: FieldProblem) => void;

interface FieldProblem {
  readonly message: string;
  /** Dotted API ids; rows are numbered from 0. */
  readonly field: string;
  /** Path in the YAML, by internal ids. */
  readonly at: YamlPath;
}

/** Location of a value; formatted only if there is a problem, which is rare. */
interface Place {
  /** The enclosing value. */
  readonly within: Place | undefined;
  /** Internal id, or index of a row or item from 0. */
  readonly step: string | number;
  /** The same by API id. */
  readonly name: string | number;
  readonly complain: ReportProblem;
}

/** Converts a value of the file to its field type. Empty texts, lists, and mappings count as no value: undefined. */
export function readFieldValue(
  field: Field,
  value: YamlValue,
  complain: ReportProblem,
): FieldValue | undefined {
  const place: Place = { within: undefined, step: field.id, name: field.apiId, complain };
  return field.type === "repeat"
    ? readRows(field, value, place)
    : readRowField(field, value, place);
}

function readRowField(
  field: RowField,
  value: YamlValue,
  place: Place,
): SingleValue | readonly SingleValue[] | undefined {
  if (!field.multiple) return readSingle(field, value, place);
  if (value === "") return undefined;
  // A single value in place of a list is a list of one.
  const items = isYamlList(value) ? value : [value];
  const values: SingleValue[] = [];
  for (const [index, item] of items.entries()) {
    const single = readSingle(field, item, inside(place, index));
    if (single !== undefined) values.push(single);
  }
  return values.length === 0 ? undefined : values;
}

function readRows(field: RepeatField, value: YamlValue, place: Place): readonly Row[] | undefined {
  if (value === "") return undefined;
  if (!isYamlList(value)) return invalidEntry(place, "must be a list of rows");
  const rows: Row[] = [];
  const ids = rowIds(value);
  const seen = new Set<string>();
  for (const [index, item] of value.entries()) {
    const inRow = inside(place, index);
    if (!isYamlMap(item)) {
      invalidEntry(inRow, "must be a row, written as a mapping");
      continue;
    }
    const id = ids[index] ?? "";
    if (!isRowId(id))
      invalidEntry(inRow, "has an invalid row ID. Use 1 to 32 letters, digits, _, or -");
    if (seen.has(id)) invalidEntry(inRow, `has the row ID "${id}" twice`);
    seen.add(id);
    rows.push({ id, values: readRowValues(field, item, inRow) });
  }
  return rows.length === 0 ? undefined : rows;
}

/**
 * Returns the ids of rows. Rows written by hand need no ids: until saved, each has one derived from its position and
 * unique among the rows. Empty for values that cannot be ids.
 */
export function rowIds(rows: readonly YamlValue[]): readonly string[] {
  const written = rows.map((row) => (isYamlMap(row) ? row.get("id") : undefined) ?? "");
  const used = new Set(written);
  let last = 0;
  return written.map((id, index) => {
    if (id !== "") return typeof id === "string" ? id : "";
    // Never decreases, so that a file full of rows is scanned only once.
    last = Math.max(last, index) + 1;
    while (used.has(`row${last}`)) last += 1;
    return `row${last}`;
  });
}

function readRowValues(field: RepeatField, row: YamlMap, place: Place): Row["values"] {
  const values = new Map<string, SingleValue | readonly SingleValue[]>();
  for (const inner of field.fields) {
    const text = row.get(inner.id);
    if (text === undefined) continue;
    const at = inside(place, inner.id, inner.apiId);
    const value = readRowField(inner, text, at);
    if (value !== undefined) values.set(inner.id, value);
  }
  return values;
}

function readSingle(field: RowField, value: YamlValue, place: Place): SingleValue | undefined {
  if (value === "") return undefined;
  const { read, want } = READERS[field.type];
  return read(value) ?? invalidEntry(place, `must be ${want}`);
}

interface Reader {
  readonly read: (value: YamlValue) => SingleValue | undefined;
  readonly want: string;
}

const TEXT: Reader = { read: (value) => readText(value, (text) => text), want: "a text" };

const READERS: Readonly<Record<RowField["type"], Reader>> = {
  text: TEXT,
  textarea: TEXT,
  richtext: TEXT,
  select: TEXT,
  embed: TEXT,
  number: {
    read: (value) => readText(value, parseNumber),
    want: "a decimal number within the range of a double",
  },
  boolean: { read: (value) => readText(value, readBoolean), want: "true or false" },
  date: {
    read: (value) => readText(value, parseCalendarDate),
    want: "a valid date (YYYY-MM-DD)",
  },
  media: {
    read: readMedia,
    want: "the ID of a media record, a mapping of id and alt, or a mapping of id and decorative: true",
  },
  reference: { read: readReference, want: "the ID of an entry" },
};

function readMedia(value: YamlValue): MediaValue | undefined {
  const id = readId(value);
  if (id === undefined || !isMediaId(id)) return undefined;
  if (!isYamlMap(value)) return { id };
  const [alt, flag] = [value.get("alt") ?? "", value.get("decorative") ?? ""];
  const decorative = flag === "" ? false : readText(flag, readBoolean);
  if (typeof alt !== "string" || decorative === undefined) return undefined;
  if (alt === "") return decorative ? { id, decorative } : { id };
  // Both a text and the flag for no text: the meaning is ambiguous.
  return decorative ? undefined : { id, alt };
}

function readReference(value: YamlValue): ReferenceValue | undefined {
  const id = readId(value);
  return id !== undefined && isEntryId(id) ? { id } : undefined;
}

function readId(value: YamlValue): string | undefined {
  const id = isYamlMap(value) ? value.get("id") : value;
  return typeof id === "string" ? id : undefined;
}

function readText<T>(value: YamlValue, read: (text: string) => T | undefined): T | undefined {
  return typeof value === "string" ? read(value) : undefined;
}

function readBoolean(text: string): boolean | undefined {
  if (text === "true" || text === "True" || text === "TRUE") return true;
  return text === "false" || text === "False" || text === "FALSE" ? false : undefined;
}

function inside(within: Place, step: string | number, name: string | number = step): Place {
  return { within, step, name, complain: within.complain };
}

function invalidEntry(place: Place, message: string): undefined {
  const names: (string | number)[] = [];
  const at: (string | number)[] = [];
  for (let of: Place | undefined = place; of !== undefined; of = of.within) {
    names.unshift(of.name);
    at.unshift(of.step);
  }
  place.complain({ message, field: names.join("."), at });
  return undefined;
}

/** Parses an instant; a date without a time is its first moment in UTC. Undefined for anything else. */
export function readTime(text: string): string | undefined {
  const instant = parseInstant(text);
  if (instant !== undefined) return instant;
  return parseCalendarDate(text) === undefined ? undefined : `${text}T00:00:00.000Z`;
}

/** Removes line breaks at both ends of a Markdown body, which only separate it. */
export function trimBody(text: string): string {
  const body = normalizeText(text);
  let [start, end] = [0, body.length];
  while (start < end && body.charCodeAt(start) === 10) start += 1;
  while (end > start && body.charCodeAt(end - 1) === 10) end -= 1;
  return body.slice(start, end);
}
