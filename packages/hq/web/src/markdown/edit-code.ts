import type { Node } from "prosemirror-model";
import type { CodeBase, LeafBase } from "./base.ts";
import { prefixAt } from "./prefix.ts";
import type { Writing } from "./writing.ts";

const OPENING = /^(`{3,}|~{3,})[^\r\n]*(?:\r\n|\n)/;
/** A fence, or the end of what holds the block where it is never closed. */
const CLOSING = /(?:\r\n|\n)[ \t>]*(?:(?:`{3,}|~{3,})[ \t]*)?$/;
/**
 * Writes the changed lines of a code block; the others keep their bytes, odd indentation included. Undefined
 * where the block must be written anew.
 */
export function editCode(node: Node, base: CodeBase, writing: Writing): string | undefined {
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
  { style }: Writing,
  prefix: string,
): string | undefined {
  const sources = all.slice(0, code.was.length);
  // Of the empty lines behind it not all are its own.
  const rest = all.slice(code.was.length);
  if (sources.length < code.was.length || rest.some((line) => /[^ \t>]/.test(line)))
    return undefined;
  const lead = prefix.trim() === prefix ? `${prefix}    ` : prefix;
  return [...mergeLines(sources, code, lead), ...rest].join(style.eol);
}

/** The fences of a code block and what is between them; both are empty where it is indented. */
function partsOf(source: string): Readonly<Record<"opening" | "body" | "closing", string>> {
  const opening = OPENING.exec(source)?.[0] ?? "";
  const closing = opening === "" ? "" : (CLOSING.exec(source)?.[0] ?? "");
  return { opening, body: source.slice(opening.length, source.length - closing.length), closing };
}

/**
 * Writes the changed lines of what is shown as source; lines that stand further left than their block, as lazy ones
 * do, stay there. Undefined where the block must be written anew.
 */
export function editSource(
  node: Node,
  base: LeafBase,
  { text, style }: Writing,
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

/** A line with what stood before its code; undefined where that cannot be told. */
function withLead(source: string, was = "", now: string): string | undefined {
  if (was !== "" && source.endsWith(was)) return source.slice(0, source.length - was.length) + now;
  // A tab may be a container's and the code's at once.
  const isAlike =
    was.trim() !== "" &&
    source.trimStart() === was.trimStart() &&
    indentationOf(was) === indentationOf(now);
  return isAlike ? indentationOf(source) + now.trimStart() : undefined;
}

function indentationOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}
