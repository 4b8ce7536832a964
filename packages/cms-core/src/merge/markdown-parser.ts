import type { Tree } from "@lezer/common";
import {
  type BlockContext,
  type InlineContext,
  type Line,
  type MarkdownConfig,
  parser,
  Strikethrough,
  Table,
  TaskList,
} from "@lezer/markdown";
import { afford, workOf, type Work } from "./work.ts";

// Of about a nanosecond, like those that a reader of texts is given.
const CHARACTER_STEPS = 10;
const BLOCK_STEPS = 3000;
const MARK_STEPS = 150;
const MARK_BEFORE_STEPS = 3;
const LINK_CHARACTER_STEPS = 3;

/** How many blocks or HTML elements may lie in each other. */
export const DEEPEST = 100;

/** The syntax tree of a Markdown text; undefined when the steps do not suffice for it. */
export function parseMarkdown(text: string, work: Work): Tree | undefined {
  if (!afford(work, CHARACTER_STEPS * text.length)) return undefined;
  meter = { work, block: -1, marks: 0 };
  const tree = PARSER.parse(text);
  return work.cut ? undefined : tree;
}

/** What may still be done on a text, and how many marks there were so far in its block. */
interface Meter {
  readonly work: Work;
  block: number;
  marks: number;
}

// The parser reads one text at a time, and has no way to hand anything to its extensions.
let meter: Meter = { work: workOf(0), block: -1, marks: 0 };

/** The parser takes the square of some texts' length, so its steps are counted. */
const LIMITS: MarkdownConfig = {
  parseBlock: [{ name: "Limit", before: "LinkReference", parse: limitBlocks }],
  parseInline: [{ name: "Limit", before: "Escape", parse: limitMarks }],
};

/** A block that is too deep, or one too many, is read as a paragraph of one line. */
function limitBlocks(context: BlockContext, line: Line): boolean {
  const { work } = meter;
  const isCut = context.depth > DEEPEST || work.cut;
  if (!isCut && afford(work, BLOCK_STEPS)) return false;
  work.cut = true;
  const end = context.lineStart + line.text.length;
  context.addElement(context.elt("Paragraph", context.lineStart + line.pos, end));
  context.nextLine();
  return true;
}

const MARK = /[\\&`<![\]*_~]/g;
const LINK_END = "]".charCodeAt(0);

/**
 * Goes to the next mark, and behind one too many to the end. What a mark means depends on those before it,
 * where a link goes on what follows.
 */
function limitMarks(context: InlineContext, next: number, at: number): number {
  MARK.lastIndex = at - context.offset;
  const found = MARK.exec(context.text)?.index ?? context.text.length;
  const place = context.offset + found;
  if (place > at) return place;
  if (meter.block !== context.offset) meter = { ...meter, block: context.offset, marks: 0 };
  meter.marks += 1;
  const rest = next === LINK_END ? LINK_CHARACTER_STEPS * (context.end - at) : 0;
  const steps = MARK_STEPS + MARK_BEFORE_STEPS * meter.marks + rest;
  return afford(meter.work, steps) ? -1 : context.end;
}

/** `[^1]: …`, with what is indented below it. */
const FOOTNOTES: MarkdownConfig = {
  defineNodes: [{ name: "Footnote", block: true, composite: continuesFootnote }],
  parseBlock: [{ name: "Footnote", before: "LinkReference", parse: opensFootnote }],
};

const FOOTNOTE = /^\[\^[^[\]\s]{1,999}\]:/;
const FOOTNOTE_INDENT = 4;

function opensFootnote(context: BlockContext, line: Line): boolean | null {
  const found = FOOTNOTE.exec(line.text.slice(line.pos));
  if (found === null || line.indent >= line.baseIndent + FOOTNOTE_INDENT) return false;
  context.startComposite("Footnote", line.pos);
  line.moveBase(line.pos + found[0].length);
  return null;
}

function continuesFootnote(_context: BlockContext, line: Line): boolean {
  if (line.next >= 0 && line.indent < line.baseIndent + FOOTNOTE_INDENT) return false;
  line.moveBaseColumn(line.baseIndent + FOOTNOTE_INDENT);
  return true;
}

const PARSER = parser.configure([Table, TaskList, Strikethrough, FOOTNOTES, LIMITS]);
