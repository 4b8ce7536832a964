import { closesFence, FENCE } from "../base/code-fence.ts";

/** A run of lines that can contain inline Markdown, without code and comments. Offsets refer to the body. */
interface TextBlock {
  readonly start: number;
  readonly end: number;
}

const LIST_ITEM = /^( *)(?:[-*+]|\d{1,9}[.)])(?: +|\t|$)/;
/** Regions that no generator reads as Markdown, with their start and end. */
const REGIONS: readonly { readonly open: RegExp; readonly close: RegExp }[] = [
  { open: /^[ \t>]*<(?:pre|script|style)\b/i, close: /<\/(?:pre|script|style)>/i },
  { open: /^[ \t>]*<!--/, close: /-->/ },
  {
    open: /^\s*\{%-?\s*(?:highlight|raw)\b/,
    close: /\{%-?\s*end(?:highlight|raw)\s*-?%\}/,
  },
  { open: /^\s*\{\{[<%]\s*highlight\b/, close: /\{\{[<%]\s*\/\s*highlight\b/ },
];

interface State {
  /** Marker of the open fenced code block, and whether it is in a blockquote. */
  fence?: { readonly marker: string; readonly quoted: boolean };
  /** End of the region being skipped. */
  until?: RegExp;
  blank: boolean;
  code: boolean;
  /** Columns at which the content of nested list items starts; 0 outside lists. */
  readonly indents: number[];
}

/** Splits a body into runs of lines, separated by code blocks, comments, and blank lines. */
export function scanBlocks(body: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  const state: State = { blank: true, code: false, indents: [] };
  let open: number | undefined;
  for (let start = 0; start < body.length;) {
    const newline = body.indexOf("\n", start);
    const end = newline === -1 ? body.length : newline;
    const line = body.slice(start, end);
    const isText = takeLine(line, state);
    // A definition or list item starts a new run, because it cannot share an inline element with the previous one.
    const splits = isText && (/^ {0,3}\[[^\]]+\]:/.test(line) || LIST_ITEM.test(line));
    if (open !== undefined && (!isText || splits)) blocks.push({ start: open, end: start });
    if (!isText) open = undefined;
    else if (open === undefined || splits) open = start;
    start = end + 1;
  }
  if (open !== undefined) blocks.push({ start: open, end: body.length });
  return blocks;
}

/** Returns whether a line is text, and updates the state. */
function takeLine(line: string, state: State): boolean {
  if (state.fence !== undefined) {
    const leavesQuote = state.fence.quoted && !/^[ \t]*>/.test(line);
    const closes = leavesQuote || closesFence(line, state.fence.marker);
    if (closes) delete state.fence;
    if (!leavesQuote) return false;
  }
  if (state.until !== undefined) {
    if (state.until.test(line)) delete state.until;
    return false;
  }
  if (line.trim() === "") {
    state.blank = true;
    return false;
  }
  const isText = !isIndentedCode(line, state) && !opensRegion(line, state);
  state.blank = false;
  return isText;
}

function opensRegion(line: string, state: State): boolean {
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) {
    state.fence = { marker: fence, quoted: /^[ \t]*>/.test(line) };
    return true;
  }
  const region = REGIONS.find(({ open }) => open.test(line));
  if (region === undefined) return false;
  const opened = region.open.exec(line)?.[0].length ?? 0;
  if (!region.close.test(line.slice(opened))) state.until = region.close;
  return true;
}

/** Returns whether a line is indented code: four columns beyond the innermost list item, after a blank line or code. */
function isIndentedCode(line: string, state: State): boolean {
  const indent = widthOfIndent(line);
  if (state.blank) leaveLists(indent, state.indents);
  const base = state.indents.at(-1) ?? 0;
  const code = indent >= base + 4 && (state.blank || state.code);
  state.code = code;
  if (!code) enterList(line, state.indents);
  return code;
}

function leaveLists(indent: number, indents: number[]): void {
  while (indent < (indents.at(-1) ?? 0)) indents.pop();
}

function enterList(line: string, indents: number[]): void {
  const item = LIST_ITEM.exec(line);
  if (item === null) return;
  leaveLists(item[1]?.length ?? 0, indents);
  indents.push(item[0].replace("\t", "    ").length);
}

function widthOfIndent(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === " ") width += 1;
    else if (character === "\t") width += 4 - (width % 4);
    else break;
  }
  return width;
}
