/** Why a YAML text cannot be read, as a message with its position. */
export interface SyntaxFault {
  readonly what: string;
  /** A sentence on how to fix it. */
  readonly advice?: string;
  /** Offset in characters. */
  readonly offset: number;
}

interface Line {
  readonly text: string;
  readonly start: number;
}

/** An error of the parser. */
interface ParserFault {
  readonly reason: string;
  readonly offset: number;
}

/**
 * Finds the mistake behind a parser error. The parser reports where it cannot continue, which for an open quote is
 * lines below it. The usual mistakes are searched for where they are made.
 */
export function explainSyntax(text: string, { reason, offset }: ParserFault): SyntaxFault {
  const lines = linesOf(text);
  const at = lines.findLastIndex(({ start }) => start <= offset);
  const nearby = [lines[at], previousLine(lines, at)].filter((line) => line !== undefined);
  return (
    findTab(lines[at]) ??
    findOpenValue(text, lines, at) ??
    findFirst(nearby.slice(0, 1), findBareBracket) ??
    findFirst(nearby, findBadStart) ??
    findFirst(nearby.slice(0, 1), findColonInside) ??
    findFirst(nearby, findMissingSpace) ??
    findFirst(nearby, findMissingColon) ??
    byReason(reason, offset)
  );
}

/** Finds the missing space after a colon in a text that isn't a mapping. */
export function findMissingSpaceIn(text: string): SyntaxFault | undefined {
  return findFirst(linesOf(text), findMissingSpace);
}

function linesOf(text: string): readonly Line[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const here = { text: line, start };
    start += line.length + 1;
    return here;
  });
}

function previousLine(lines: readonly Line[], at: number): Line | undefined {
  return lines.slice(0, at).findLast(({ text }) => /^\s*[^\s#]/.test(text));
}

function findFirst(
  lines: readonly Line[],
  find: (line: Line) => SyntaxFault | undefined,
): SyntaxFault | undefined {
  for (const line of lines) {
    const fault = find(line);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function findTab(line: Line | undefined): SyntaxFault | undefined {
  const tab = /^ *\t/.exec(line?.text ?? "");
  if (line === undefined || tab === null) return undefined;
  return {
    what: "a line is indented with a tab",
    advice: "Use spaces.",
    offset: line.start + tab[0].length - 1,
  };
}

/** Matches a line up to its value: indentation, dashes, and a key. */
const BEFORE_VALUE = /^\s*(?:- +)*(?:(?:"[^"]*"|'[^']*'|[^\s"'[{#:][^:#]*):[ \t]+)?/;
const KEY = /^(\s*)(?:- +)*(?:"[^"]*"|'[^']*'|[^\s"'[{#:][^:#]*):(?:\s|$)/;

interface Value {
  readonly offset: number;
  readonly text: string;
}

function valueOf({ text, start }: Line): Value {
  const before = BEFORE_VALUE.exec(text)?.[0] ?? "";
  return { offset: start + before.length, text: text.slice(before.length) };
}

/** Finds the first quote or bracket up to the faulty line that isn't closed or has text after its end. */
function findOpenValue(
  text: string,
  lines: readonly Line[],
  last: number,
): SyntaxFault | undefined {
  for (let at = 0; at <= last; at += 1) {
    const line = lines[at];
    if (line === undefined) break;
    const value = valueOf(line);
    const kind = openingKind(value.text);
    if (kind === "block") at = endOfBlock(lines, at);
    if (kind === undefined || kind === "block") continue;
    const end = kind === "quote" ? quoteEnd(text, value.offset) : bracketEnd(text, value.offset);
    const endLine = end === undefined ? at : findLine(lines, at, end);
    const inside = lines.slice(at + 1, endLine + 1);
    if (end === undefined || inside.some((one) => isKeyOf(one, line))) {
      return { what: `a ${kind} is not closed`, offset: value.offset };
    }
    if (endLine === last && isFollowed(lines[endLine], end)) {
      return { ...BEHIND[kind], offset: end };
    }
    at = endLine;
  }
  return undefined;
}

/** Returns whether a value is followed by more than a comment or the colon of a key. */
function isFollowed(line: Line | undefined, end: number): boolean {
  const rest = line?.text.slice(end - line.start) ?? "";
  return !/^\s*(?:#.*|:(?:\s.*)?)?$/.test(rest);
}

function openingKind(value: string): keyof typeof BEHIND | "block" | undefined {
  if (/^[|>][-+\d]*\s*(?:#.*)?$/.test(value)) return "block";
  if (/^["']/.test(value)) return "quote";
  return /^[[{]/.test(value) ? "bracket" : undefined;
}

/** Returns the line that contains an offset, but none above `from`. */
function findLine(lines: readonly Line[], from: number, offset: number): number {
  let at = from;
  while ((lines[at + 1]?.start ?? Infinity) < offset) at += 1;
  return at;
}

const BEHIND = {
  quote: {
    what: "text follows a closing quote",
    advice: "Put the whole value in the other kind of quotes.",
  },
  bracket: {
    what: "text follows a closing bracket",
    advice: "Put the whole value in quotes.",
  },
} as const;

/** Returns whether a line has a key that isn't indented further than `opened`, and so isn't part of its value. */
function isKeyOf({ text }: Line, opened: Line): boolean {
  const indent = KEY.exec(text)?.[1]?.length;
  return indent !== undefined && indent <= opened.text.search(/\S/);
}

function endOfBlock(lines: readonly Line[], at: number): number {
  const indent = lines[at]?.text.search(/\S/) ?? 0;
  let next = at + 1;
  for (; next < lines.length; next += 1) {
    const start = lines[next]?.text.search(/\S/) ?? -1;
    if (start !== -1 && start <= indent) break;
  }
  return next - 1;
}

/** Returns the offset after the quote that closes the one at `offset`. */
function quoteEnd(text: string, offset: number): number | undefined {
  const quote = text.charAt(offset);
  for (let at = offset + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    const isEscape =
      quote === '"' ? character === "\\" : character === "'" && text.charAt(at + 1) === "'";
    if (isEscape) at += 1;
    else if (character === quote) return at + 1;
  }
  return undefined;
}

function bracketEnd(text: string, offset: number): number | undefined {
  let depth = 0;
  for (let at = offset; at < text.length; at += 1) {
    const character = text.charAt(at);
    const isQuote = /["']/.test(character) && /[[{,:\s]/.test(text.charAt(at - 1));
    if (isQuote) at = (quoteEnd(text, at) ?? text.length) - 1;
    else if (/[[{]/.test(character)) depth += 1;
    else if (/[\]}]/.test(character)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

function findBareBracket({ text, start }: Line): SyntaxFault | undefined {
  if (!/^[\]}]/.test(text)) return undefined;
  return { what: "a line starts with a closing bracket", advice: "Indent it.", offset: start };
}

function findBadStart(line: Line): SyntaxFault | undefined {
  const { text, offset } = valueOf(line);
  const [start] = /^(?:[@`%*&!]|[-?](?= ))/.exec(text) ?? [];
  if (start === undefined || (/^[*&!]/.test(start) && /^\S+$/.test(text))) return undefined;
  return { what: `a value starts with "${start}"`, advice: "Put it in quotes.", offset };
}

function findColonInside(line: Line): SyntaxFault | undefined {
  const { text, offset } = valueOf(line);
  const colon = /^[^\s"'[{|>#&*!][^#]*?:(?=\s|$)/.exec(text);
  if (colon === null || !KEY.test(line.text) || offset === line.start) return undefined;
  const what = "a value without quotes contains a colon";
  return { what, advice: "Put it in quotes.", offset: offset + colon[0].length - 1 };
}

function findMissingSpace({ text, start }: Line): SyntaxFault | undefined {
  const found = /^\s*(?:- +)?[\w-]+:(?=[^\s/])/.exec(text);
  if (found === null || KEY.test(text)) return undefined;
  return { what: "a space is missing after a colon", offset: start + found[0].length };
}

function findMissingColon({ text, start }: Line): SyntaxFault | undefined {
  if (!/^[^\s#-]/.test(text) || text.includes(":")) return undefined;
  return { what: "a line has no colon after its key", offset: start };
}

const REASONS: readonly (readonly [test: RegExp, what: string, advice?: string])[] = [
  [
    /escape sequence|hexadecimal/,
    "an escape sequence in double quotes is unknown",
    "Use single quotes.",
  ],
  [/missed comma/, "a comma is missing between values in brackets"],
  [/quoted scalar/, "a quote is not closed"],
  [/flow collection/, "a bracket is not closed"],
  [
    /indentation|document separator|multiline key/,
    "the indentation of a line does not match the lines above it",
  ],
];

function byReason(reason: string, offset: number): SyntaxFault {
  const [, what = reason, advice] = REASONS.find(([test]) => test.test(reason)) ?? [];
  return { what, ...(advice !== undefined && { advice }), offset };
}
