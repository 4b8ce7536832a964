import type { Node } from "prosemirror-model";
import type { CodeBase } from "./base.ts";
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
  const source = text.slice(base.start, base.end);
  const opening = OPENING.exec(source)?.[0] ?? "";
  const closing = opening === "" ? "" : (CLOSING.exec(source)?.[0] ?? "");
  const body = source.slice(opening.length, source.length - closing.length);
  const code = { was: base.node.textContent.split("\n"), now: node.textContent.split("\n") };
  const sources = body.split(/\r?\n/);
  if (sources.length !== code.was.length) return undefined;
  const prefix = prefixAt(text, base.start);
  const lines = mergeLines(
    sources,
    code,
    opening === "" && prefix.trim() === prefix ? `${prefix}    ` : prefix,
  );
  return opening + lines.join(writing.style.eol) + closing;
}

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
    return leadOf(source, was[at], line === "" ? prefix.trimEnd() : prefix) + line;
  });
  return [...sources.slice(0, start), ...changed, ...sources.slice(was.length - tail)];
}

/** What stands before the code in a line. */
function leadOf(source: string | undefined, code = "", otherwise: string): string {
  if (source === undefined || code === "" || !source.endsWith(code)) return otherwise;
  return source.slice(0, source.length - code.length);
}
