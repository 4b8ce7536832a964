import { parse, TomlDate, TomlError, type TomlTable, type TomlValue } from "smol-toml";
import { decodeText } from "../../../base/bytes.ts";
import { CmsError, isCmsError } from "../../../base/errors.ts";
import { isPrototypeName } from "../../../base/reserved-names.ts";
import { withoutControls } from "../../../base/text.ts";
import { splitFrontMatter } from "../../../yaml/front-matter.ts";
import { readYaml, type YamlPlace } from "../../../yaml/yaml.ts";
import {
  copyLiterals,
  isSourceList,
  noteLiteral,
  type SourceMap,
  sourceText,
  type SourceValue,
} from "./source-keys.ts";

/** A parsed source file. */
export interface SourceDocument {
  readonly values: SourceMap;
  readonly body: string;
  /** Line number at which the body starts, from 1. */
  readonly bodyLine: number;
  /** Top-level keys with a quoted value, which is text even if it looks different. */
  readonly quoted: ReadonlySet<string>;
  /** Small syntax errors that were fixed while reading. */
  readonly repaired: ReadonlySet<SyntaxRepair>;
  /** Line numbers of comments removed from the body. */
  readonly comments?: readonly number[];
}

export type SyntaxRepair = "control" | "bracket" | "unquoted";

interface Parts {
  readonly language: "yaml" | "toml" | "json";
  readonly front: string;
  readonly frontLine: number;
  readonly body: string;
  readonly bodyLine: number;
}

const UNQUOTED_NULL = /(?:^|[:[,]|-)[ \t]*(?:~|null|Null|NULL)[ \t]*(?:$|[,\]}#])/m;
const NULLS: ReadonlySet<string> = new Set(["~", "null", "Null", "NULL"]);
const QUOTED_KEY = /^(?:"([^"\n]+)"|'([^'\n]+)'|([\w-]+))[ \t]*[:=][ \t]*["'|>]/gm;
const CLOSING_LINES = /^(?=[\]}])/gm;
/** Matches a key with a value on a single line. */
const WHOLE_LINE = /^([\w-]+):[ \t]+(\S.*)$(?!\n[ \t]+\S)/gm;
/**
 * Matches values such as `@scope/name`, `{#if}`, `{{date}}`, and `one: two`, which are not broken YAML but unquoted
 * text.
 */
const NO_YAML = /^(?:[@`%]|\{[#@:/{]|\w.*:(?:\s|$))/;
/** Matches blank lines before front matter, which Hugo and Zola skip. */
const BEFORE_FRONT = /^(?:[ \t]*\n)+(?=\+\+\+[ \t]*\n|---[ \t]*\n[\w-]+[ \t]*:)/;
const NONE: ReadonlySet<string> = new Set();

/**
 * Parses a Markdown file with YAML (`---`), TOML (`+++`), JSON (`{`), or no front matter. Nothing is executed.
 * `dataFile` parses the whole file as fields without a body.
 *
 * @throws CmsError with the line of the issue: the codes of the parsers in base, or `invalid` for TOML
 */
export function readDocument(
  bytes: Uint8Array,
  { path, dataFile = false }: { readonly path: string; readonly dataFile?: boolean },
): SourceDocument {
  const written = decodeText(bytes, { path });
  const text = withoutControls(written);
  const repaired = new Set<SyntaxRepair>(text === written ? [] : ["control"]);
  const parts = dataFile ? dataParts(text, path) : split(text, path);
  const { front, body, bodyLine } = parts;
  if (front === "") return { values: new Map(), body, bodyLine, quoted: NONE, repaired };
  const read = readFront(parts, path, repaired);
  // Escapes in quotes can produce characters that the file doesn't contain.
  const clean = front.includes("\\") ? mapTexts(read, withoutControls) : read;
  if (clean !== read && sourceText(clean) !== sourceText(read)) repaired.add("control");
  const quoted = parts.language === "json" ? jsonStrings(front) : quotedKeys(front);
  return { values: clean, body, bodyLine, quoted, repaired };
}

/**
 * Parses a JSON, YAML, or TOML file that contains a list or a mapping of entries. Nothing is executed.
 *
 * @throws CmsError as `readDocument`
 */
export function readDataFile(bytes: Uint8Array, { path }: { readonly path: string }): SourceValue {
  const text = withoutControls(decodeText(bytes, { path })).replace(/^---[ \t]*(?=\n)/, "");
  const { language, ...parts } = dataParts(text, path);
  const list = language === "toml" ? undefined : LIST.exec(text)?.[1];
  // The parser only reads mappings.
  const [before, after, line] = list === "-" ? ["items:\n", "", 0] : ['{"items": ', "\n}", 1];
  const front = list === undefined ? text : before + text + after;
  const frontLine = list === undefined ? 1 : line;
  const values = readFront({ language, ...parts, front, frontLine }, path, new Set());
  return (list === undefined ? values : values.get("items")) ?? [];
}

/** Matches the first character of a list, after blank lines and comments. */
const LIST = /^(?:[ \t]*(?:#[^\n]*)?\n)*(\[|-(?=[ \t\n]))/;

function readFront(
  { language, front, frontLine }: Parts,
  path: string,
  repaired: Set<SyntaxRepair>,
): SourceMap {
  const at = { path, firstLine: frontLine };
  if (language === "toml") return readToml(front, at);
  // JSON is parsed as its superset YAML, so that numbers keep their digits and errors have lines.
  const place = hasLiteralInside(front)
    ? { ...at, expand: true, onPlain: noteLiteral }
    : { ...at, expand: true };
  const read = readRepaired(front, place, repaired);
  return UNQUOTED_NULL.test(front) ? mapTexts(read, (text) => (NULLS.has(text) ? "" : text)) : read;
}

function readRepaired(front: string, place: YamlPlace, repaired: Set<SyntaxRepair>): SourceMap {
  try {
    return readYaml(front, place);
  } catch (error) {
    if (!isCmsError(error) || error.code !== "yaml_syntax") throw error;
    for (const [fault, mend] of REPAIRS) {
      const other = mend(front);
      const read = other === front ? undefined : readOrNot(other, place);
      if (read === undefined) continue;
      repaired.add(fault);
      return read;
    }
    throw error;
  }
}

const REPAIRS: readonly (readonly [SyntaxRepair, (front: string) => string])[] = [
  // YAML requires the closing bracket of a list to be indented; most parsers don't.
  ["bracket", (front) => front.replaceAll(CLOSING_LINES, " ")],
  // Parsers that read whole lines, such as Svelte's, accept such values as text.
  ["unquoted", quoteLines],
];

const LINE_PLACE: YamlPlace = { path: "", firstLine: 1 };

function quoteLines(front: string): string {
  return front.replaceAll(WHOLE_LINE, (line, key: string, value: string) => {
    const isText = NO_YAML.test(value) && readOrNot(line, LINE_PLACE) === undefined;
    return isText ? `${key}: ${JSON.stringify(value.trimEnd())}` : line;
  });
}

function readOrNot(front: string, place: YamlPlace): SourceMap | undefined {
  try {
    return readYaml(front, place);
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

/** Returns whether a list or mapping contains a number or boolean, which may be kept as text. */
function hasLiteralInside(front: string): boolean {
  return front.split("\n").some((line) => /^[ \t-]|[[{]/.test(line) && /\d|true|false/.test(line));
}

function dataParts(text: string, path: string): Parts {
  const language = path.endsWith(".toml") ? "toml" : path.endsWith(".json") ? "json" : "yaml";
  return { language, front: text, frontLine: 1, body: "", bodyLine: 1 };
}

function split(text: string, path: string): Parts {
  const before = blankBefore(text);
  const { language, front, frontLine, body, bodyLine } = splitAtStart(
    text.slice(before.length),
    path,
  );
  const more = before === "" ? 0 : lines(before);
  return { language, front, frontLine: frontLine + more, body, bodyLine: bodyLine + more };
}

/** Returns the blank lines before front matter. */
export function blankBefore(text: string): string {
  return BEFORE_FRONT.exec(text)?.[0] ?? "";
}

function splitAtStart(text: string, path: string): Parts {
  if (text.startsWith("+++")) {
    const toml = splitToml(text, path);
    if (toml !== undefined) return toml;
  }
  if (/^\{\s*(?:"|\}\s*$)/.test(text)) return splitJson(text, path);
  const { yaml, yamlLine, body, bodyLine } = splitFrontMatter(text, { path, dots: true });
  return { language: "yaml", front: yaml, frontLine: yamlLine, body, bodyLine };
}

function splitToml(text: string, path: string): Parts | undefined {
  if (!/^\+\+\+[ \t]*\n/.test(text)) return undefined;
  const start = text.indexOf("\n") + 1;
  const close = /^\+\+\+[ \t]*$/m.exec(text.slice(start));
  if (close === null) throw unclosed(path, "+++");
  const front = text.slice(start, start + close.index);
  const body = text.slice(start + close.index + close[0].length + 1);
  return { language: "toml", front, frontLine: 2, body, bodyLine: lines(front) + 3 };
}

function splitJson(text: string, path: string): Parts {
  const end = endOfJson(text);
  if (end === -1) throw unclosed(path, "}");
  const front = text.slice(0, end);
  const rest = text.slice(end);
  const body = rest.replace(/^[ \t]*\n/, "");
  const bodyLine = lines(front) + 1 + (body.length < rest.length ? 1 : 0);
  return { language: "json", front, frontLine: 1, body, bodyLine };
}

function endOfJson(text: string): number {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}]/gs)) {
    if (token === "{") depth += 1;
    if (token === "}") depth -= 1;
    if (depth === 0) return index + 1;
  }
  return -1;
}

function lines(text: string): number {
  return text.split("\n").length - 1;
}

function unclosed(path: string, fence: string): CmsError {
  const message = `${path} starts front matter in line 1 but has no closing "${fence}".`;
  const issue = { code: "frontmatter_unclosed", message, path, line: 1 } as const;
  return new CmsError("frontmatter_unclosed", message, { issues: [issue] });
}

/** Returns the top-level keys whose value is quoted or a block scalar, and so always text. */
export function quotedKeys(front: string): ReadonlySet<string> {
  if (!/["'|>]/.test(front)) return NONE;
  return new Set([...front.matchAll(QUOTED_KEY)].map(([, a, b, c]) => a ?? b ?? c ?? ""));
}

function jsonStrings(front: string): ReadonlySet<string> {
  return new Set([...front.matchAll(/"([^"\\\n]+)"\s*:\s*"/g)].map(([, key = ""]) => key));
}

/** Replaces every text in a mapping, at any depth. A quoted `"null"` next to a null is too rare to distinguish. */
function mapTexts(map: SourceMap, replace: (text: string) => string): SourceMap {
  const mapped = new Map([...map].map(([key, value]) => [key, mapValue(value, replace)]));
  return copyLiterals(map, mapped);
}

function mapValue(value: SourceValue, replace: (text: string) => string): SourceValue {
  if (typeof value === "string") return replace(value);
  if (!isSourceList(value)) return mapTexts(value, replace);
  return copyLiterals(
    value,
    value.map((item) => mapValue(item, replace)),
  );
}

const MAX_DEPTH = 32;

/**
 * Parses a TOML table into texts. Dates keep their zone; floats lose a trailing zero, as in TOML parsers.
 *
 * @throws CmsError `toml_syntax` with the line, `reserved_name`
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

/** Formats a date as written, without added milliseconds. */
function dateText(date: TomlDate): string {
  return date.toISOString().replace(/\.000(?=$|Z|[+-])/, "");
}

function isTable(value: Exclude<TomlValue, string | TomlValue[] | TomlDate>): value is TomlTable {
  return typeof value === "object" && Object.getPrototypeOf(value) === null;
}
