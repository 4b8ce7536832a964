import { decodeText } from "../base/decode-text.ts";
import { splitFrontMatter } from "../base/front-matter.ts";
import { readYaml } from "../base/yaml.ts";

export interface EntryHead {
  readonly id: string;
  readonly schema: number;
  /** ISO 8601 UTC with milliseconds. */
  readonly createdAt: string;
}

/**
 * An entry file with the keys that a person may leave out of a file written by hand (contracts §2):
 * id, schema, createdAt. The rest stays as it is.
 *
 * @throws CmsError what the front matter's readers say.
 */
export function completeEntry(
  bytes: Uint8Array,
  { path, head }: { readonly path: string; readonly head: EntryHead },
): Uint8Array {
  const text = decodeText(bytes, { path });
  const isYaml = path.endsWith(".yml");
  const { yaml, yamlLine, body } = isYaml
    ? { yaml: text, yamlLine: 1, body: "" }
    : splitFrontMatter(text, { path });
  const values = readYaml(yaml, { path, firstLine: yamlLine });
  const missing = (["id", "schema", "createdAt"] as const)
    .filter((key) => !values.has(key))
    .map((key) => `${key}: ${head[key]}\n`);
  if (missing.length === 0) return Buffer.from(text);
  // After the first keys of the head that are there, in the order of the format.
  const completed = missing.join("") + yaml;
  return Buffer.from(isYaml ? completed : `---\n${completed}---\n${body}`);
}
