import { type Block, collectBlocks, type Line, type TextParts } from "./text-parts.ts";

const ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;
const FENCE = /^[ \t]*(?:[-+*][ \t]+)?(`{3,}|~{3,}|\$\$|:::+(?=[ \t{a-zA-Z]))(.*)$/s;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const DEFINITION = /^ {0,3}\[[^[\]]+\]:/;
const HTML = /^ {0,3}<(?:[a-zA-Z][\w-]*(?=[\s/>]|$)|[/!?])/;
// White space must match in one way only. With two ways, a line of spaces would take quadratic time.
const DELIMITERS = /^[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;
const CODE = /^(?: {4}| {0,3}\t)/;

interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: Block["kind"];
}

/**
 * Splits a Markdown text into blocks for merging. Paragraphs, list items, and quotes can be merged by sentence. Fenced
 * blocks, tables, HTML, indented code, headings, and link definitions would break and are merged whole.
 */
export function splitMarkdown(text: string): TextParts {
  return collectBlocks(text, (lines) => {
    const spans: Span[] = [];
    let inList = false;
    for (let at = 0; at < lines.length;) {
      const length = blockLength(lines, at, inList);
      const first = lines[at];
      const last = lines[at + length.lines - 1];
      if (first === undefined || last === undefined) break;
      spans.push({ start: first.start, end: last.end, kind: length.kind });
      inList = length.kind === "item" || (inList && CODE.test(first.text));
      at += length.lines;
    }
    return spans;
  });
}

interface Length {
  readonly lines: number;
  readonly kind: Block["kind"];
}

function blockLength(lines: readonly Line[], at: number, inList: boolean): Length {
  const line = lines[at]?.text ?? "";
  const fence = FENCE.exec(line);
  if (fence !== null && opensFence(fence)) {
    return { lines: fenceLines(lines, at, fence[1] ?? ""), kind: "unit" };
  }
  if (isLineBlock(line)) return { lines: 1, kind: "unit" };
  if (HTML.test(line)) return { lines: untilBlank(lines, at), kind: "unit" };
  if (!inList && CODE.test(line)) return { lines: codeLines(lines, at), kind: "unit" };
  return paragraph(lines, at);
}

function isLineBlock(line: string): boolean {
  return HEADING.test(line) || RULE.test(line) || DEFINITION.test(line);
}

/** Returns whether a run of backticks opens a fence. With another backtick on the same line, it is inline code. */
function opensFence([, mark = "", rest = ""]: RegExpExecArray): boolean {
  if (mark.startsWith("`")) return !rest.includes("`");
  return mark !== "$$" || rest.trim() === "";
}

function fenceLines(lines: readonly Line[], at: number, mark: string): number {
  const close = mark.charAt(0).repeat(mark.length);
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = (lines[next]?.text ?? "").trim();
    if (line.startsWith(close) && line === mark.charAt(0).repeat(line.length)) return next - at + 1;
  }
  return lines.length - at;
}

function untilBlank(lines: readonly Line[], at: number): number {
  let next = at + 1;
  while (next < lines.length && follows(lines, next)) next += 1;
  return next - at;
}

/** Returns whether a line directly follows the previous one. */
function follows(lines: readonly Line[], at: number): boolean {
  const [above, line] = [lines[at - 1], lines[at]];
  return above !== undefined && line !== undefined && line.start === above.end + 1;
}

function codeLines(lines: readonly Line[], at: number): number {
  let next = at + 1;
  while (next < lines.length && CODE.test(lines[next]?.text ?? "")) next += 1;
  return next - at;
}

function paragraph(lines: readonly Line[], at: number): Length {
  const kind = ITEM.test(lines[at]?.text ?? "") ? "item" : "prose";
  let next = at + 1;
  for (; next < lines.length && follows(lines, next); next += 1) {
    const line = lines[next]?.text ?? "";
    if (isDelimiterRow(line)) return { lines: untilBlank(lines, next) + next - at, kind: "unit" };
    if (UNDERLINE.test(line)) return { lines: next - at + 1, kind: underlined(kind) };
    if (interrupts(line)) break;
  }
  return { lines: next - at, kind };
}

/** Returns whether a line is the second line of a table. */
function isDelimiterRow(line: string): boolean {
  return line.includes("|") && DELIMITERS.test(line);
}

function underlined(kind: Block["kind"]): Block["kind"] {
  return kind === "item" ? kind : "unit";
}

function interrupts(line: string): boolean {
  const fence = FENCE.exec(line);
  return (
    ITEM.test(line) || isLineBlock(line) || HTML.test(line) || (fence !== null && opensFence(fence))
  );
}
