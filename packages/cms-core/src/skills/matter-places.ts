import { isMap, isNode, isScalar, type Pair, parseDocument, type YAMLMap } from "yaml";
import { isCmsError } from "../base/errors.ts";
import { splitFrontMatter } from "../yaml/front-matter.ts";
import { lineStart, nodeEnd } from "../yaml/yaml-places.ts";

/** The front matter of a text with the positions of its parts. */
export interface Matter {
  readonly text: string;
  readonly yaml: string;
  /** Offset at which the YAML starts in the text. */
  readonly start: number;
  /** Undefined if it is empty. */
  readonly root: YAMLMap | undefined;
  readonly lineBreak: string;
}

export function openMatter(text: string): Matter {
  const yaml = yamlOf(text);
  const start = text.indexOf("\n") + 1;
  const options = { schema: "failsafe", uniqueKeys: false, logLevel: "silent" } as const;
  const { contents } = parseDocument(yaml, options);
  const root = isMap(contents) ? contents : undefined;
  const lineBreak = text.slice(0, start).endsWith("\r\n") ? "\r\n" : "\n";
  return { text, yaml, start, root, lineBreak };
}

function yamlOf(text: string): string {
  try {
    return splitFrontMatter(text.replace(/^\uFEFF/, "")).yaml;
  } catch (error) {
    if (isCmsError(error)) return "";
    throw error;
  }
}

export function findPair(map: YAMLMap | undefined, key: string): Pair | undefined {
  return map?.items.find((pair) => isScalar(pair.key) && pair.key.value === key);
}

/** Replaces the characters of the YAML from `start` to `end` (exclusive). */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function splice({ text, start }: Matter, change: Splice): string {
  return text.slice(0, start + change.start) + change.text + text.slice(start + change.end);
}

/** Replaces only the value, without the spaces and the comment around it. */
export function replaceValue(
  matter: Matter,
  { key, value }: Pair,
  printed: string,
): string | undefined {
  if (!isNode(key) || key.range == null) return undefined;
  const { yaml } = matter;
  const [from, to] = isNode(value) ? (value.range ?? [0, 0]) : [0, 0];
  if (to > from) {
    const end = from + yaml.slice(from, to).trimEnd().length;
    return splice(matter, { start: from, end, text: printed });
  }
  const colon = /^[ \t]*:/.exec(yaml.slice(key.range[1]))?.[0];
  if (colon === undefined) return undefined;
  const at = key.range[1] + colon.length;
  return splice(matter, { start: at, end: at, text: ` ${printed}` });
}

interface NewLine {
  readonly at: number;
  /** Pair with the same indentation. */
  readonly like: Pair | undefined;
  readonly text: string;
}

export function insertLine(matter: Matter, { at, like, text }: NewLine): string {
  const lines = text.split("\n").map((line) => " ".repeat(columnOf(matter, like)) + line);
  const { lineBreak } = matter;
  return splice(matter, { start: at, end: at, text: lines.join(lineBreak) + lineBreak });
}

function columnOf({ yaml }: Matter, pair: Pair | undefined): number {
  const at = isNode(pair?.key) ? (pair.key.range?.[0] ?? 0) : 0;
  return at - lineStart(yaml, at);
}

/** Appends a key to a mapping in braces. */
export function insertIntoBraces(
  matter: Matter,
  map: YAMLMap,
  printed: string,
): string | undefined {
  const [start, end] = map.range ?? [0, 0];
  if (matter.yaml[end - 1] !== "}") return undefined;
  const inner = matter.yaml.slice(start, end - 1).trimEnd();
  const at = start + inner.length;
  const comma = map.items.length === 0 || inner.endsWith(",") ? "" : ", ";
  return splice(matter, { start: at, end: at, text: `${comma}${printed}` });
}

/** Returns the offset after the last line of a pair. */
export function pairEnd({ yaml }: Matter, { key, value }: Pair): number {
  const hasValue = isNode(value) && value.range != null && value.range[1] > value.range[0];
  const node = hasValue ? value : key;
  return isNode(node) ? nodeEnd(yaml, node) : yaml.length;
}

/** Removes a pair, including its lines if they contain nothing else. */
export function removePair(matter: Matter, pair: Pair): string | undefined {
  const at = isNode(pair.key) ? pair.key.range?.[0] : undefined;
  if (at === undefined) return undefined;
  const start = lineStart(matter.yaml, at);
  if (matter.yaml.slice(start, at).trim() !== "") return undefined;
  return splice(matter, { start, end: pairEnd(matter, pair), text: "" });
}
