import { decodeText } from "../../base/bytes.ts";
import { CmsError, type Issue } from "../../base/errors.ts";
import { isEntryId } from "../../base/ids.ts";
import { bodyField, type SchemaVersion } from "../../model/content-type.ts";
import type { Entry, EntryValues, FieldValue } from "../../model/entry.ts";
import { LIMITS } from "../../model/limits.ts";
import { type FrontMatter, splitFrontMatter } from "../../yaml/front-matter.ts";
import { type YamlPath, yamlLine } from "../../yaml/yaml-lines.ts";
import { readYaml, type YamlMap } from "../../yaml/yaml.ts";
import { trimBody } from "./normalize-entry.ts";
import { type Complain, readFieldValue, readTime } from "./read-field.ts";

export interface ParseEntryOptions {
  /** Of the file in the repository; `.yml` files are YAML alone, all others have front matter. */
  readonly path: string;
  readonly apiId: string;
  readonly slug: string;
  /** The schema to read by, undefined when there is no such version; no number means the newest. */
  readonly schemaOf: (version: number | undefined) => SchemaVersion | undefined;
}

/**
 * Reads an entry file. It says whether the values have the shapes of their fields' types; limits and
 * required fields are `validateEntry`'s.
 * @throws CmsError `invalid_entry` with an issue per problem, each with path, line and field;
 * or the codes of `decodeText`, `splitFrontMatter` and `readYaml`.
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

/** The id that an entry file gives itself, found without parsing it; undefined where it has none. */
export function readEntryId(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  const text = head.toString("utf8").replace(/^\uFEFF/, "");
  const close = text.startsWith("---") ? text.indexOf("\n---", 3) : -1;
  const id = ID_LINE.exec(close === -1 ? text : text.slice(0, close))?.[1];
  return id !== undefined && isEntryId(id) ? id : undefined;
}

const HEAD_BYTES = 65_536;
const ID_LINE = /^id:[ \t]+["']?([a-z2-7]{20})["']?[ \t]*(?:#[^\n]*)?\r?$/m;

/** A file's YAML and body: front matter, or for `.yml` the whole text. */
export function splitEntryFile(text: string, path: string): FrontMatter {
  if (!path.endsWith(".yml")) return splitFrontMatter(text, { path });
  return { yaml: text, body: "", yamlLine: 1, bodyLine: 1 };
}

type Head = Pick<Entry, "id" | "createdAt" | "publishAt" | "unpublishAt" | "sortOrder">;

function readHead(yaml: YamlMap, problems: Problems): Head | undefined {
  const id = yaml.get("id");
  if (typeof id !== "string" || !isEntryId(id)) {
    problems.add(id === undefined ? "has no id" : "has an id that is not an entry's", ["id"]);
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
    problems.add(`has a ${key} that is not a time like 2026-11-20T09:30:00Z`, [key]);
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
  const complain: Complain = ({ message, field, at }) => {
    problems.add(`${field} ${message}`, at, field);
  };
  for (const field of schema.fields) {
    const text = field === body ? trimBody(parts.body) : yaml.get(field.id);
    if (text === undefined) continue;
    const value = readFieldValue(field, text, complain);
    if (value !== undefined) values.set(field.id, value);
  }
  if (body !== undefined && (yaml.get(body.id) ?? "") !== "") {
    problems.add(`${body.apiId} is the text below the front matter and cannot be in it`, [body.id]);
  }
  if (body === undefined && parts.body.trim() !== "") {
    problems.add("has text below its front matter, and its type has no rich text field", undefined);
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

  /** @param at where in the YAML; undefined means the body */
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
