import { bareUrlAt, findListedPaths } from "./bare-urls.ts";
import {
  findStyleUrls,
  findTagUrls,
  type FoundUrl,
  readShortcode,
  TAG,
} from "./scan-attributes.ts";
import { scanBlocks } from "./scan-blocks.ts";

const TITLE = /\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))/sy;

/** A generator's expression, which can contain spaces: `{{< ref "x.md" >}}`, `{% post_url x %}`. */
const EXPRESSION = /\{\{[^{}]*\}\}|\{%[^{}]*%\}/y;

const MAX_LENGTH = 4000;

/** As in the reference implementations. Otherwise, malicious text takes quadratic time. */
const MAX_DEPTH = 32;

/** A position in a body that can contain the URL or path of another file. */
export interface FoundLink {
  readonly kind:
    | "link"
    | "image"
    | "attribute"
    | "wiki"
    | "wiki-embed"
    /** `<https://example.org/a>`, or a URL in the text that is shown as a link */
    | "autolink"
    /** A value of a shortcode or component that may be a URL. */
    | "parameter"
    /** A shortcode in the text that produces a URL. */
    | "expression";
  /** Range to replace: the URL, or the whole wiki link or autolink. Offsets refer to the body. */
  readonly start: number;
  readonly end: number;
  /** URL as written; for wiki links, the note's name with its `#heading`. */
  readonly target: string;
  /** Text of the link, alt text of the image, or alias of the wiki link. */
  readonly text: string;
}

interface ScanOptions {
  /** Whether `[[Note]]` is a link, as in Obsidian. */
  readonly wiki: boolean;
  /** Whether possible URLs, autolinks, and expressions are found as well. @default false */
  readonly guesses?: boolean;
}

const MAY_HAVE_LINK = /\]\(|\]:|\[\[|<[a-z]|\{\{|\{%|https?:/i;

/** Matches characters that can start a link or skipped text in a paragraph. */
const LINK_START = /[\\`[\]<{]|https?:\/\//gi;

const SHORTCODE = /\{\{[<%](?!\/\*)[^{}]{0,4000}?[%>]\}\}|\{%[^{}]{0,4000}?%\}/y;

const AUTOLINK = /<(https?:\/\/[^\s<>]{1,2000})>/iy;

const WIKI = /\[\[([^[\]\n]+)\]\](?!\()/y;

/** Text that is displayed as it is. */
const VERBATIM = /<(code|kbd|samp)[\s>]|<!--/y;

/** Matches a link definition. `[^1]: …` is a footnote and contains text. */
const DEFINITION = /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*/;

/**
 * Finds the URLs in a Markdown body: inline links and images, reference definitions, URL attributes and style sheets in
 * HTML, shortcodes, and wiki links. Code blocks, code spans, comments, and escaped brackets are skipped. This is a scanner
 * with positions, not a parser, so that every other byte can be kept.
 */
export function scanLinks(body: string, options: ScanOptions): FoundLink[] {
  if (!MAY_HAVE_LINK.test(body)) return [];
  const found: FoundLink[] = [];
  for (const block of scanBlocks(body)) {
    const scan = { options, found };
    if (block.kind === "text") scanText(body, block, scan);
    else addStyleUrls(body, block, scan);
  }
  // Paths between nested shortcodes are found several times, but returned once.
  return found
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start }, index, all) => start !== all[index - 1]?.start);
}

interface Scan {
  readonly options: ScanOptions;
  readonly found: FoundLink[];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function scanText(body: string, { start, end }: Range, scan: Scan): void {
  const definition = DEFINITION.exec(body.slice(start, Math.min(end, start + 1000)));
  let at = start;
  if (definition !== null) at = scanDefinition(body, start + definition[0].length, scan);
  const brackets: number[] = [];
  while (at < end) {
    LINK_START.lastIndex = at;
    const next = LINK_START.exec(body);
    if (next === null || next.index >= end) return;
    at = scanAt(body, next.index, { end, brackets, scan });
  }
}

interface ParagraphScan {
  readonly end: number;
  /** Offsets of unclosed `[`. */
  readonly brackets: number[];
  readonly scan: Scan;
}

/** Processes the character at `at` and returns the next offset. */
function scanAt(body: string, at: number, inside: ParagraphScan): number {
  const character = body[at];
  if (character === "\\") return at + 2;
  if (character === "`") return afterCodeSpan(body, at, inside.end);
  if (character === "<") return scanTag(body, at, inside);
  if (character === "{") return scanShortcode(body, at, inside);
  if (character === "h" || character === "H") return scanUrl(body, at, inside);
  return character === "[" ? scanOpening(body, at, inside) : scanClosing(body, at, inside);
}

function afterCodeSpan(body: string, at: number, end: number): number {
  let run = at;
  while (body[run] === "`") run += 1;
  const length = run - at;
  for (let open = body.indexOf("`", run); open !== -1 && open < end;) {
    let close = open;
    while (body[close] === "`") close += 1;
    if (close - open === length) return close;
    open = body.indexOf("`", close);
  }
  return run;
}

function scanTag(body: string, at: number, { scan, end }: ParagraphScan): number {
  VERBATIM.lastIndex = at;
  const verbatim = VERBATIM.exec(body);
  if (verbatim !== null) {
    const close = verbatim[1] === undefined ? "-->" : `</${verbatim[1]}>`;
    const found = body.indexOf(close, at);
    return found === -1 || found >= end ? at + 1 : found + close.length;
  }
  AUTOLINK.lastIndex = at;
  const [whole, target] = AUTOLINK.exec(body) ?? [];
  if (whole !== undefined && target !== undefined) {
    const link = { start: at, end: at + whole.length, target, text: target };
    if (scan.options.guesses === true) scan.found.push({ kind: "autolink", ...link });
    return link.end;
  }
  TAG.lastIndex = at;
  const tag = TAG.exec(body);
  if (tag === null || at + tag[0].length > end) return at + 1;
  addUrls(findTagUrls(tag[0]), at, scan);
  const after = at + tag[0].length;
  return /^<style\b/i.test(tag[0]) ? scanStyle(body, { start: after, end }, scan) : after;
}

const STYLE_END = /<\/style\b/gi;

/** Scans a style sheet in a line of text and returns its end. */
function scanStyle(body: string, { start, end }: Range, scan: Scan): number {
  STYLE_END.lastIndex = start;
  const close = Math.min(STYLE_END.exec(body)?.index ?? end, end);
  addStyleUrls(body, { start, end: close }, scan);
  return close;
}

function addStyleUrls(body: string, { start, end }: Range, scan: Scan): void {
  addUrls(findStyleUrls({ start, target: body.slice(start, end) }), 0, scan);
}

function scanUrl(body: string, at: number, { brackets, scan, end }: ParagraphScan): number {
  const target = scan.options.guesses === true ? bareUrlAt(body, at) : undefined;
  if (target === undefined || at + target.length > end) return at + "http".length;
  // In brackets, it can be the text of a link.
  if (brackets.length === 0) {
    scan.found.push({ kind: "autolink", start: at, end: at + target.length, target, text: target });
  }
  return at + target.length;
}

function scanShortcode(body: string, at: number, { scan, end }: ParagraphScan): number {
  SHORTCODE.lastIndex = at;
  const [code] = SHORTCODE.exec(body) ?? [];
  if (code === undefined || at + code.length > end) return at + 1;
  const read = readShortcode(code);
  if (read.kind === "parameters") {
    addUrls(read.addresses, at, scan);
    addUrls(findListedPaths(body, code, at + code.length), 0, scan);
  } else if (scan.options.guesses === true)
    scan.found.push({
      kind: "expression",
      start: at,
      end: at + code.length,
      target: code,
      text: "",
    });
  return at + code.length;
}

function addUrls(addresses: readonly FoundUrl[], offset: number, { found, options }: Scan): void {
  for (const { start, target, named } of addresses) {
    const place = { start: offset + start, end: offset + start + target.length, target, text: "" };
    if (target === "") continue;
    if (named) found.push({ kind: "attribute", ...place });
    else if (options.guesses === true) found.push({ kind: "parameter", ...place });
  }
}

function scanOpening(body: string, at: number, { brackets, scan, end }: ParagraphScan): number {
  if (scan.options.wiki && body[at + 1] === "[") {
    WIKI.lastIndex = at;
    const inner = WIKI.exec(body)?.[1];
    if (inner !== undefined && WIKI.lastIndex <= end) {
      scan.found.push(wikiLink(body, { at, end: WIKI.lastIndex, inner }));
      return WIKI.lastIndex;
    }
  }
  brackets.push(at);
  return at + 1;
}

function wikiLink(body: string, link: { at: number; end: number; inner: string }): FoundLink {
  const embed = body[link.at - 1] === "!" && body[link.at - 2] !== "\\";
  // In a table, the pipe before an alias is escaped.
  const [target = "", ...alias] = link.inner.split(/\\?\|/);
  return {
    kind: embed ? "wiki-embed" : "wiki",
    start: embed ? link.at - 1 : link.at,
    end: link.end,
    target: target.trim(),
    text: alias.join("|").trim(),
  };
}

function scanClosing(body: string, at: number, { brackets, scan, end }: ParagraphScan): number {
  const open = brackets.pop();
  if (open === undefined || body[at + 1] !== "(") return at + 1;
  const destination = readDestination(body, at + 2, end);
  if (destination === undefined) return at + 1;
  const isImage = body[open - 1] === "!" && body[open - 2] !== "\\";
  scan.found.push({
    kind: isImage ? "image" : "link",
    start: destination.start,
    end: destination.end,
    target: body.slice(destination.start, destination.end),
    text: body.slice(open + 1, at),
  });
  return destination.after;
}

function scanDefinition(body: string, after: number, { found }: Scan): number {
  // The URL can be on the next line.
  const at = after + (/^\n[ \t]*(?=\S)/.exec(body.slice(after, after + 100))?.[0].length ?? 0);
  const line = body.indexOf("\n", at);
  const end = line === -1 ? body.length : line;
  const match = /^(?:<([^<>\n]*)>|(\{\{.*?\}\}\S*|\{%.*?%\}\S*|[^\s<]\S*))/.exec(
    body.slice(at, end),
  );
  const target = match?.[1] ?? match?.[2] ?? "";
  if (target === "") return at;
  const start = at + (match?.[1] === undefined ? 0 : 1);
  found.push({ kind: "link", start, end: start + target.length, target, text: "" });
  return end;
}

/** Position of an inline link's URL, and the end of the link. */
interface Destination {
  readonly start: number;
  readonly end: number;
  /** Position after the closing parenthesis. */
  readonly after: number;
}

/** Parses the text after `](`: a URL in angle brackets or with balanced parentheses, then an optional title. */
function readDestination(body: string, from: number, end: number): Destination | undefined {
  const at = skipSpace(body, from, end);
  const address = body[at] === "<" ? readAngledUrl(body, at, end) : readBareUrl(body, at, end);
  if (address === undefined || address.end === address.start) return undefined;
  TITLE.lastIndex = address.after;
  const title = TITLE.exec(body);
  const close = skipSpace(body, address.after + (title?.[0].length ?? 0), end);
  if (close >= end || body[close] !== ")") return undefined;
  return { start: address.start, end: address.end, after: close + 1 };
}

function skipSpace(body: string, from: number, end: number): number {
  let at = from;
  while (at < end && /\s/.test(body[at] ?? "")) at += 1;
  return at;
}

function readAngledUrl(body: string, at: number, end: number): Destination | undefined {
  const close = body.indexOf(">", at);
  if (close === -1 || close >= end || body.slice(at, close).includes("\n")) return undefined;
  return { start: at + 1, end: close, after: close + 1 };
}

function readBareUrl(body: string, from: number, blockEnd: number): Destination | undefined {
  const end = Math.min(blockEnd, from + MAX_LENGTH);
  let depth = 0;
  let at = from;
  while (at < end) {
    const character = body[at] ?? "";
    if (character === "{") {
      at = afterExpression(body, at);
      continue;
    }
    if (/\s/.test(character) || (character === ")" && depth === 0)) break;
    if (character === "(") depth += 1;
    if (depth > MAX_DEPTH) return undefined;
    if (character === ")") depth -= 1;
    at += character === "\\" ? 2 : 1;
  }
  return { start: from, end: Math.min(at, end), after: Math.min(at, end) };
}

function afterExpression(body: string, at: number): number {
  EXPRESSION.lastIndex = at;
  return at + (EXPRESSION.exec(body)?.[0].length ?? 1);
}
