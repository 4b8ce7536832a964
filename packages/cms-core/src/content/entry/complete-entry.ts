import { decodeText } from "../../base/bytes.ts";
import { isCmsError } from "../../base/errors.ts";
import type { ContentType } from "../../model/content-type.ts";
import { itemStarts } from "../../yaml/yaml-lines.ts";
import { isYamlList, isYamlMap, readYaml, type YamlMap } from "../../yaml/yaml.ts";
import { isPlainFile } from "../site/layout.ts";
import { rowIds, splitEntryFile } from "./parse-entry.ts";

export interface EntryHead {
  readonly id: string;
  readonly schema: number;
  /** ISO 8601 UTC with milliseconds. */
  readonly createdAt: string;
}

const HEAD_KEYS = ["id", "schema", "createdAt"] as const;

/** YAML can start with a `---` line, which nothing may precede. */
const DOCUMENT_START = /^---[ \t]*\n/;

interface CompleteEntry {
  readonly path: string;
  readonly head: EntryHead;
  /** Rows of its repeats get ids. @default no rows get ids */
  readonly schema?: ContentType | undefined;
}

/**
 * Adds the keys that can be omitted in hand-written files (contracts §2): id, schema, and createdAt, each after the
 * existing ones, and the ids of rows, which are the ids they had when read without. The rest stays unchanged.
 *
 * @throws CmsError the errors of reading the front matter
 */
export function completeEntry(
  bytes: Uint8Array,
  { path, head, schema }: CompleteEntry,
): Uint8Array {
  const text = decodeText(bytes, { path });
  const parts = splitEntryFile(text, path);
  const values = readYaml(parts.yaml, { path, firstLine: parts.yamlLine });
  let yaml = completeRows(parts.yaml, values, schema);
  if (yaml === parts.yaml && HEAD_KEYS.every((key) => values.has(key))) return Buffer.from(text);
  let at = DOCUMENT_START.exec(yaml)?.[0].length ?? 0;
  for (const key of HEAD_KEYS) {
    if (values.has(key)) {
      at = Math.max(at, lineEndOf(yaml, key));
      continue;
    }
    const line = `${key}: ${head[key]}\n`;
    yaml = yaml.slice(0, at) + line + yaml.slice(at);
    at += line.length;
  }
  return Buffer.from(isPlainFile(path) ? yaml : `---\n${yaml}---\n${parts.body}`);
}

/** Only inserts lines, so the parser's events suffice, however large the file is. */
function completeRows(yaml: string, values: YamlMap, schema: ContentType | undefined): string {
  const repeats = (schema?.fields ?? []).filter(({ id, type }) => {
    const rows = type === "repeat" ? values.get(id) : undefined;
    // Values that aren't rows are reported when the entry is read.
    return isYamlList(rows) && rows.every(isYamlMap) && !rows.every((row) => row.has("id"));
  });
  if (repeats.length === 0) return yaml;
  const starts = itemStarts(yaml, new Set(repeats.map(({ id }) => id)));
  const missing = [...starts].flatMap(([key, places]) => {
    const rows = values.get(key);
    if (!isYamlList(rows)) return [];
    const ids = rowIds(rows);
    return rows.flatMap((row, index) => {
      const [id, at] = [ids[index], places[index]];
      const lacksId = isYamlMap(row) && !row.has("id");
      return lacksId && id !== undefined && at !== undefined ? [{ id, at }] : [];
    });
  });
  return withRowIds(yaml, missing);
}

/** @param missing - start positions of rows without an id, in order */
function withRowIds(
  yaml: string,
  missing: readonly { readonly id: string; readonly at: number }[],
): string {
  let text = "";
  let [done, seen, lineStart] = [0, 0, 0];
  for (const { id, at } of missing) {
    // Scans each line only once, even if one line contains all rows.
    const lineBreak = yaml.slice(seen, at).lastIndexOf("\n");
    if (lineBreak !== -1) lineStart = seen + lineBreak + 1;
    seen = at;
    const before = yaml.slice(lineStart, at);
    if (yaml.charAt(at) === "{") {
      const member = yaml.charAt(at + 1) === " " ? ` id: ${id},` : `id: ${id}, `;
      text += yaml.slice(done, at + 1) + member;
      done = at + 1;
    } else if (/^ *(?:- +)?$/.test(before)) {
      text += `${yaml.slice(done, at)}id: ${id}\n${" ".repeat(before.length)}`;
      done = at;
    }
  }
  return text + yaml.slice(done);
}

/** Returns the schema and the creation time that an entry file contains, as far as each can be read. */
export function readEntryHead(
  bytes: Uint8Array,
  path: string,
): Partial<Pick<EntryHead, "schema" | "createdAt">> {
  try {
    const values = readYaml(splitEntryFile(decodeText(bytes, { path }), path).yaml);
    const [schema, createdAt] = [Number(values.get("schema")), values.get("createdAt")];
    return {
      ...(Number.isSafeInteger(schema) ? { schema } : {}),
      ...(typeof createdAt === "string" ? { createdAt } : {}),
    };
  } catch (error) {
    if (isCmsError(error)) return {};
    throw error;
  }
}

/** Returns the position after the line of a top-level key; 0 if it is written in another form. */
function lineEndOf(yaml: string, key: string): number {
  const line = new RegExp(`^${key}:[^\\n]*\\n`, "m").exec(yaml);
  return line === null ? 0 : line.index + line[0].length;
}
