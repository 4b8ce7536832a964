import { isDeepStrictEqual } from "node:util";
import { decodeText } from "../../base/bytes.ts";
import { isCmsError } from "../../base/errors.ts";
import { splitEntryFile } from "../../content/entry/parse-entry.ts";
import { readYaml, type YamlMap } from "../../yaml/yaml.ts";
import { alignKeys, withAligned } from "../import/source/align-keys.ts";
import type { AdoptableFile } from "./adoptable-file.ts";

/** Something that people should know about a file. */
export interface AdoptNote {
  readonly path: string;
  readonly message: string;
}

interface Respelled {
  readonly files: readonly AdoptableFile[];
  readonly notes: readonly AdoptNote[];
}

/**
 * Unifies keys that differ only in case, because two fields cannot. If the generator treats them as one key, files
 * adopt the most common spelling. Otherwise, keys with another spelling stay outside the schema.
 */
export function respellKeys(
  files: readonly AdoptableFile[],
  { ignoresCase }: { readonly ignoresCase: boolean },
): Respelled {
  const aligned = alignKeys(files.map(({ values }) => values));
  if (aligned.size === 0) return { files, notes: [] };
  const notes: AdoptNote[] = [];
  const respelled = files.map((file) => {
    const others = [...file.values.keys()].filter((key) => aligned.has(key));
    if (others.length === 0) return file;
    const { path } = file;
    const made = ignoresCase ? respell(file, aligned) : undefined;
    if (made !== undefined) {
      const pairs = others.map((key) => `"${key}" → "${aligned.get(key)}"`).join(", ");
      notes.push({ path, message: `Key spelling was aligned with most files: ${pairs}.` });
      return made;
    }
    for (const key of others) {
      const message = `The key "${key}" is spelled "${aligned.get(key)}" in most files. It was left unchanged and is not a field.`;
      notes.push({ path, message });
    }
    return { ...file, values: new Map([...file.values].filter(([key]) => !aligned.has(key))) };
  });
  return { files: respelled, notes };
}

/** Returns the changed text, or undefined if changing letters isn't enough to respell the key. */
function respell(
  file: AdoptableFile,
  aligned: ReadonlyMap<string, string>,
): AdoptableFile | undefined {
  const values = withAligned(file.values, aligned);
  const text = Buffer.from(file.bytes).toString("utf8");
  const end = file.path.endsWith(".yml") ? text.length : frontEnd(text);
  let front = text.slice(0, end);
  for (const [key, other] of aligned) {
    const line = new RegExp(`^(["']?)${RegExp.escape(key)}(?=\\1[ \\t]*:)`, "m");
    if (file.values.has(key)) front = front.replace(line, (_, quote: string) => quote + other);
  }
  const bytes = Buffer.from(front + text.slice(end));
  const quoted = new Set([...file.quoted].map((key) => aligned.get(key) ?? key));
  return isSame(readAgain(bytes, file.path), values)
    ? { ...file, bytes, values, quoted }
    : undefined;
}

function frontEnd(text: string): number {
  const close = /\n---[ \t]*\r?(?:\n|$)/.exec(text);
  return close === null ? 0 : close.index;
}

function readAgain(bytes: Uint8Array, path: string): YamlMap {
  try {
    return readYaml(splitEntryFile(decodeText(bytes), path).yaml);
  } catch (error) {
    if (isCmsError(error)) return new Map();
    throw error;
  }
}

function isSame(one: YamlMap, other: YamlMap): boolean {
  return isDeepStrictEqual(one, other);
}
