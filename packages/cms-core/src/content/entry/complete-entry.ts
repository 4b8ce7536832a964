import { decodeText } from "../../base/bytes.ts";
import { isCmsError } from "../../base/errors.ts";
import { readYaml } from "../../yaml/yaml.ts";
import { splitEntryFile } from "./parse-entry.ts";

export interface EntryHead {
  readonly id: string;
  readonly schema: number;
  /** ISO 8601 UTC with milliseconds. */
  readonly createdAt: string;
}

const HEAD_KEYS = ["id", "schema", "createdAt"] as const;

/** The YAML of a file may open with a line of its own that nothing may precede. */
const DOCUMENT_START = /^---[ \t]*\n/;

/**
 * An entry file with the keys that a person may leave out of a file written by hand (contracts §2):
 * id, schema, createdAt, each behind those of them that are there. The rest stays as it is.
 *
 * @throws CmsError what the front matter's readers say.
 */
export function completeEntry(
  bytes: Uint8Array,
  { path, head }: { readonly path: string; readonly head: EntryHead },
): Uint8Array {
  const text = decodeText(bytes, { path });
  const parts = splitEntryFile(text, path);
  const values = readYaml(parts.yaml, { path, firstLine: parts.yamlLine });
  if (HEAD_KEYS.every((key) => values.has(key))) return Buffer.from(text);
  let { yaml } = parts;
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
  return Buffer.from(path.endsWith(".yml") ? yaml : `---\n${yaml}---\n${parts.body}`);
}

/** Which schema an entry file names and since when it says the entry is there, as far as either can be read. */
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

/** Just behind the line of a top-level key; 0 where it is written in another way. */
function lineEndOf(yaml: string, key: string): number {
  const line = new RegExp(`^${key}:[^\\n]*\\n`, "m").exec(yaml);
  return line === null ? 0 : line.index + line[0].length;
}
