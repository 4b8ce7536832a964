import { TomlDate, TomlError, type TomlTable, type TomlValue, parse } from "smol-toml";
import { CmsError } from "../../../base/errors.ts";
import { isPrototypeName } from "../../../base/reserved-names.ts";
import { type SourceMap, type SourceValue, noteLiteral } from "./source-keys.ts";

const MAX_DEPTH = 32;

/**
 * A TOML table as texts. Dates keep their zone; floats lose a final zero, as TOML's readers do.
 *
 * @throws CmsError `toml_syntax` with the line, `reserved_name`.
 */
export function readToml(
  text: string,
  { path, firstLine }: { readonly path: string; readonly firstLine: number },
): SourceMap {
  try {
    return asMap(parse(text, { integersAsBigInt: true, maxDepth: MAX_DEPTH }), path);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const line = firstLine + error.line - 1;
    const reason = (error.message.split("\n")[0] ?? "").replace("Invalid TOML document: ", "");
    const message = `${path} has TOML front matter that cannot be read: ${reason} (line ${line}).`;
    const issues = [{ code: "toml_syntax", message, path, line } as const];
    throw new CmsError("toml_syntax", message, { issues, cause: error });
  }
}

function asMap(table: TomlTable, path: string): SourceMap {
  const map = new Map<string, SourceValue>();
  for (const [key, value] of Object.entries(table)) {
    if (isPrototypeName(key)) {
      const message = `${path} has the reserved key "${key}" in its front matter.`;
      const issues = [{ code: "reserved_name", message, path } as const];
      throw new CmsError("reserved_name", message, { issues });
    }
    map.set(key.normalize("NFC"), asSource(value, path));
    if (isLiteral(value)) noteLiteral(map, key.normalize("NFC"));
  }
  return map;
}

function asSource(value: TomlValue, path: string): SourceValue {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    const list = value.map((item) => asSource(item, path));
    for (const [index, item] of value.entries()) if (isLiteral(item)) noteLiteral(list, index);
    return list;
  }
  if (value instanceof TomlDate) return dateText(value);
  if (isTable(value)) return asMap(value, path);
  return String(value);
}

function isLiteral(value: TomlValue): boolean {
  return ["number", "bigint", "boolean"].includes(typeof value);
}

/** What was written, without the milliseconds that nobody wrote. */
function dateText(date: TomlDate): string {
  return date.toISOString().replace(/\.000(?=$|Z|[+-])/, "");
}

function isTable(value: Exclude<TomlValue, string | TomlValue[] | TomlDate>): value is TomlTable {
  return typeof value === "object" && Object.getPrototypeOf(value) === null;
}
