import { decodeText } from "../../base/bytes.ts";
import { CmsError, type Issue } from "../../base/errors.ts";
import { isEntryId } from "../../base/ids.ts";
import type { Schedule } from "../../content/entry/check-schedule.ts";
import type { EntryHead } from "../../content/entry/complete-entry.ts";
import { readTime, splitEntryFile } from "../../content/entry/parse-entry.ts";
import { issuesOf } from "../../site/read/file-facts.ts";
import { readYaml, type YamlMap } from "../../yaml/yaml.ts";
import { refuseLfsPointer } from "../import/source/lfs-pointer.ts";
import { blankBefore, quotedKeys } from "../import/source/read-document.ts";
import type { FrontValues } from "./infer-as-is.ts";

/** A file that can become an entry without a rewrite. */
export interface AdoptableFile extends FrontValues {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Reads a file as a future entry, or returns the reason why it cannot become one. */
export function readAdoptable(path: string, bytes: Uint8Array): AdoptableFile | Issue {
  try {
    refuseLfsPointer(bytes, path);
    const text = decodeText(bytes, { path });
    rejectOtherFront(text, path);
    const { yaml, yamlLine, body } = splitEntryFile(text, path);
    const values = readYaml(yaml, { path, firstLine: yamlLine });
    rejectOtherHead(values, path);
    return { path, bytes, values, quoted: quotedKeys(yaml), hasBody: body.trim() !== "" };
  } catch (error) {
    const [issue] = issuesOf(error, path);
    if (issue === undefined) throw error;
    return issue;
  }
}

/** Rejects front matter in an unsupported language. @throws CmsError `frontmatter_language` */
function rejectOtherFront(text: string, path: string): void {
  if (path.endsWith(".yml")) return;
  const isJson = /^\{\s*"/.test(text);
  if (!isJson && blankBefore(text) === "") return;
  const why = isJson
    ? "has JSON front matter. Entries need YAML front matter."
    : "has blank lines before its front matter. Remove them, because front matter must start in line 1.";
  throw new CmsError("frontmatter_language", `${path} ${why}`);
}

/** Checks of HQ's own keys: where a file already uses one, its value must mean the same. */
const HEAD_KEYS: Readonly<Record<string, (value: string) => boolean>> = {
  id: isEntryId,
  schema: (value) => /^\d{1,9}$/.test(value),
  createdAt: (value) => readTime(value) !== undefined,
  publishAt: (value) => readTime(value) !== undefined,
  unpublishAt: (value) => readTime(value) !== undefined,
  sortOrder: (value) => /^-?\d{1,15}$/.test(value),
};

/** Rejects files that use HQ's keys for something else. @throws CmsError `reserved_name` */
function rejectOtherHead(values: YamlMap, path: string): void {
  for (const [key, isOurs] of Object.entries(HEAD_KEYS)) {
    const value = values.get(key);
    if (value === undefined || (typeof value === "string" && isOurs(value))) continue;
    throw new CmsError(
      "reserved_name",
      `${path} uses the key "${key}" for something else. HQ reserves this key.`,
    );
  }
}

const HEAD = ["id", "schema", "createdAt", "publishAt", "unpublishAt"] as const;

const FENCE = /^(?:\uFEFF)?---[ \t]*(\r?\n)/;

/**
 * Inserts the keys that a file lacks before its other keys and keeps every other byte. A file without front matter gets
 * some.
 */
export function insertHead(
  bytes: Uint8Array,
  head: Partial<EntryHead> & Schedule,
  { isPlain }: { readonly isPlain: boolean },
): Uint8Array {
  const lines = HEAD.flatMap((key) => (head[key] === undefined ? [] : [`${key}: ${head[key]}`]));
  if (lines.length === 0) return bytes;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = buffer.subarray(0, 64).toString("utf8");
  const fence = FENCE.exec(start);
  const lineBreak = fence?.[1] ?? (buffer.includes("\r\n") ? "\r\n" : "\n");
  const text = lines.map((line) => line + lineBreak).join("");
  if (fence !== null) {
    const at = Buffer.byteLength(fence[0]);
    return Buffer.concat([buffer.subarray(0, at), Buffer.from(text), buffer.subarray(at)]);
  }
  if (isPlain) return Buffer.concat([Buffer.from(text), buffer]);
  const rule = `---${lineBreak}`;
  return Buffer.concat([Buffer.from(rule + text + rule), buffer]);
}
