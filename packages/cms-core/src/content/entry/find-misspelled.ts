import { decodeText } from "../../base/bytes.ts";
import type { Issue } from "../../base/errors.ts";
import { bodyField, type Field, type SchemaVersion } from "../../model/content-type.ts";
import { yamlLine } from "../../yaml/yaml-lines.ts";
import { readYaml } from "../../yaml/yaml.ts";
import { isPlainFile } from "../site/layout.ts";
import { splitEntryFile } from "./parse-entry.ts";
import { ENTRY_KEYS } from "./print-entry.ts";

/**
 * Finds keys of an entry file that aren't fields but resemble a field missing in the file. Unknown keys are kept
 * (contracts, section 2), so a typo would show only as a missing field on the live site.
 */
export function findMisspelled(
  bytes: Uint8Array,
  { path, schema }: { readonly path: string; readonly schema: SchemaVersion },
): Issue[] {
  const { yaml, yamlLine: firstLine } = splitEntryFile(decodeText(bytes, { path }), path);
  const members = readYaml(yaml, { path, firstLine });
  const body = isPlainFile(path) ? undefined : bodyField(schema);
  const ids = new Set(schema.fields.map(({ id }) => id));
  const missing = schema.fields.filter((field) => !members.has(field.id) && field !== body);
  return [...members.keys()].flatMap((key): Issue[] => {
    if (ENTRY_KEYS.has(key) || ids.has(key)) return [];
    const meant = missing.find((field) => looksLike(key, field));
    if (meant === undefined) return [];
    const message = `There is no field "${key}". Did you mean ${meant.id}? The key is kept in the file but not published.`;
    return [
      { code: "unknown_field", message, path, line: yamlLine(yaml, [key], firstLine), field: key },
    ];
  });
}

/** Compares with the id, the API id, and the label, ignoring case, punctuation, and one typo. */
function looksLike(key: string, { id, apiId, label }: Field): boolean {
  const wanted = [id, apiId, label].map(fold);
  const written = fold(key);
  return wanted.some((name) => written === name || (name.length > 3 && isOneSlip(written, name)));
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, "");
}

/** Whether two texts differ by one inserted, missing, or replaced letter, or two swapped ones. */
function isOneSlip(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isSwapped = left.length === 2 && left === `${right.at(1)}${right.at(0)}`;
  return isSwapped || (left.length <= 1 && right.length <= 1);
}
