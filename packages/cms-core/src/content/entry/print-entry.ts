import { isDeepStrictEqual } from "node:util";
import { decodeText } from "../../base/decode-text.ts";
import { isCmsError } from "../../base/errors.ts";
import { bodyField, type ContentType } from "../../model/content-type.ts";
import type { Entry, FieldValue } from "../../model/entry.ts";
import { editYaml } from "../../yaml/edit-yaml.ts";
import { splitFrontMatter } from "../../yaml/front-matter.ts";
import { printMapping, type YamlMapping } from "../../yaml/yaml-tree.ts";
import type { YamlValue } from "../../yaml/yaml.ts";
import { entryTree, type TitleOf } from "./entry-tree.ts";
import { normalizeEntry, trimBody } from "./normalize-entry.ts";
import { printBody } from "./print-body.ts";
import { readFieldValue } from "./read-field.ts";
import { readTime } from "./read-time.ts";

export interface PrintEntryOptions {
  /** The file as it is; unknown keys, comments and formatting of what does not change are kept. */
  readonly previous?: Uint8Array;
  /** Names the targets of references and media in comments. */
  readonly titleOf?: TitleOf;
}

/**
 * The bytes of an entry's file: canonical for a new file, written into `previous` otherwise. Types with
 * a rich text field are Markdown with front matter, others plain YAML.
 */
export function printEntryFile(
  entry: Entry,
  schema: ContentType,
  { previous, titleOf = () => undefined }: PrintEntryOptions = {},
): Uint8Array {
  const normal = normalizeEntry(entry, schema);
  const tree = entryTree(normal, schema, titleOf);
  const edited = previous === undefined ? undefined : editEntryFile(previous, normal, schema, tree);
  if (edited !== undefined) return edited;
  const yaml = printMapping(tree);
  const body = bodyField(schema);
  if (body === undefined) return Buffer.from(yaml);
  return Buffer.from(`---\n${yaml}---\n${printBody(normal.values.get(body.id))}`);
}

/**
 * Writes a normalised entry into the file that is there. The same bytes come back when nothing changes;
 * undefined when the file cannot be read and has to be printed anew.
 */
function editEntryFile(
  previous: Uint8Array,
  entry: Entry,
  schema: ContentType,
  tree: YamlMapping,
): Uint8Array | undefined {
  try {
    const before = decodeText(previous);
    const after = editText(before, entry, schema, tree);
    return after === before ? previous : Buffer.from(after);
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

function editText(text: string, entry: Entry, schema: ContentType, tree: YamlMapping): string {
  const field = bodyField(schema);
  const same = (key: string, value: YamlValue): boolean | undefined =>
    isSameMember(key, value, entry, schema);
  if (field === undefined) return editYaml(text, tree, same);
  const { yaml, body, yamlLine } = splitFrontMatter(text);
  const value = entry.values.get(field.id) ?? "";
  const newBody = trimBody(body) === value ? body : printBody(value);
  const newYaml = editYaml(yaml, tree, same);
  if (yamlLine === 1) return `---\n${newYaml}---\n${printBody(value)}`;
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
