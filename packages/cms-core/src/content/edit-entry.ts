import { isDeepStrictEqual } from "node:util";
import { decodeText } from "../base/decode-text.ts";
import { isCmsError } from "../base/errors.ts";
import { splitFrontMatter } from "../base/front-matter.ts";
import type { YamlValue } from "../base/yaml.ts";
import { bodyField, type ContentType } from "../model/content-type.ts";
import type { Entry, FieldValue } from "../model/entry.ts";
import { editYaml } from "./edit-yaml.ts";
import { trimBody } from "./normalize-entry.ts";
import { printBody } from "./print-body.ts";
import { readFieldValue } from "./read-field.ts";
import { readTime } from "./read-time.ts";
import type { YamlMapping } from "./yaml-tree.ts";

/**
 * Writes a normalised entry into the file that is there. The same bytes come back when nothing changes;
 * undefined when the file cannot be read and has to be printed anew.
 */
export function editEntryFile(
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
