import type { Node } from "prosemirror-model";
import type { CodeBase, LeafBase } from "./base.ts";
import { prefixAt } from "./prefix.ts";
import type { WriteContext } from "./writing.ts";

const OPENING = /^(`{3,}|~{3,})[^\r\n]*(?:\r\n|\n)/;
/** Matches a closing fence, or the end of the container of an unclosed block. */
const CLOSING = /(?:\r\n|\n)[ \t>]*(?:(?:`{3,}|~{3,})[ \t]*)?$/;
/**
 * Writes the changed lines of a code block. Other lines keep their bytes, including irregular indentation. Undefined if
 * the block must be printed from scratch.
 */
export function editCode(node: Node, base: CodeBase, writing: WriteContext): string | undefined {
  const { text, level } = writing;
  if (!node.sameMarkup(base.node) || level === "block" || level === "container") return undefined;
  const { opening, body, closing } = partsOf(text.slice(base.start, base.end));
  const code = { was: base.node.textContent.split("\n"), now: node.textContent.split("\n") };
  const sources = body.split(/\r?\n/);
  if (opening === "") return editIndented(sources, code, writing, prefixAt(text, base.start));
  if (sources.length !== code.was.length) return undefined;
  const lines = mergeLines(sources, code, prefixAt(text, base.start));
  return opening + lines.join(writing.style.eol) + closing;
}

function editIndented(
  all: readonly string[],
  code: Code,
  { style }: WriteContext,
  prefix: string,
): string | undefined {
  const sources = all.slice(0, code.was.length);
  // Not all empty lines at the end belong to the block.
  const rest = all.slice(code.was.length);
  if (sources.length < code.was.length || rest.some((line) => /[^ \t>]/.test(line)))
    return undefined;
  const lead = prefix.trim() === prefix ? `${prefix}    ` : prefix;
  return [...mergeLines(sources, code, lead), ...rest].join(style.eol);
}

/** Splits a code block into its fences and body. The fences are empty for an indented block. */
function partsOf(source: string): Readonly<Record<"opening" | "body" | "closing", string>> {
  const opening = OPENING.exec(source)?.[0] ?? "";
  const closing = opening === "" ? "" : (CLOSING.exec(source)?.[0] ?? "");
  return { opening, body: source.slice(opening.length, source.length - closing.length), closing };
}

/**
 * Writes the changed lines of a block shown as source. Lines indented less than their block, such as lazy continuation
 * lines, stay so. Undefined if the block must be printed from scratch.
 */
export function editSource(
  node: Node,
  base: LeafBase,
  { text, style }: WriteContext,
): string | undefined {
  const sources = text.slice(base.start, base.end).split(/\r?\n/);
  const code = { was: linesOf(base.node), now: linesOf(node) };
  if (sources.length !== code.was.length) return undefined;
  return mergeLines(sources, code, prefixAt(text, base.start)).join(style.eol);
}

const linesOf = ({ attrs }: Node): string[] => String(attrs["source"]).split(/\r?\n/);

interface Code {
  readonly was: readonly string[];
  readonly now: readonly string[];
}

function mergeLines(sources: readonly string[], { was, now }: Code, prefix: string): string[] {
  const shorter = Math.min(was.length, now.length);
  let start = 0;
  while (start < shorter && was[start] === now[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && was.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const changed = now.slice(start, now.length - tail).map((line, index) => {
    const at = start + index;
    const source = at < was.length - tail ? sources[at] : undefined;
    const otherwise = (line === "" ? prefix.trimEnd() : prefix) + line;
    return source === undefined ? otherwise : (withLead(source, was[at], line) ?? otherwise);
  });
  return [...sources.slice(0, start), ...changed, ...sources.slice(was.length - tail)];
}

/** Returns a line with the source's prefix before the code; undefined if the prefix can't be determined. */
function withLead(source: string, was = "", now: string): string | undefined {
  if (was !== "" && source.endsWith(was)) return source.slice(0, source.length - was.length) + now;
  // A tab can belong to the container's prefix and to the code at the same time.
  const isAlike =
    was.trim() !== "" &&
    source.trimStart() === was.trimStart() &&
    indentationOf(was) === indentationOf(now);
  return isAlike ? indentationOf(source) + now.trimStart() : undefined;
}

function indentationOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}
