import type { SyntaxNode, SyntaxNodeRef, Tree } from "@lezer/common";
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
import { trySpend, type StepBudget, createStepBudget } from "../base/step-budget.ts";

// Each step takes about a nanosecond, as in the budget of a reader.
const CHARACTER_STEPS = 10;

const BLOCK_STEPS = 3000;

const MARK_STEPS = 150;

const MARK_BEFORE_STEPS = 3;

const LINK_CHARACTER_STEPS = 3;

/** Maximum nesting of blocks or HTML elements. */
const MAX_DEPTH = 100;

// The parser reads one text at a time and cannot pass state to its extensions.
let meter: Meter = { budget: createStepBudget(0), block: -1, marks: 0 };

/** The parser needs quadratic time for some texts, so its steps are counted. */
const LIMITS: MarkdownConfig = {
  parseBlock: [{ name: "Limit", before: "LinkReference", parse: limitBlocks }],
  parseInline: [{ name: "Limit", before: "Escape", parse: limitMarks }],
};

const MARK = /[\\&`<![\]*_~]/g;

const LINK_END = "]".charCodeAt(0);

/** A footnote `[^1]: …` with the text indented below it. */
const FOOTNOTES: MarkdownConfig = {
  defineNodes: [{ name: "Footnote", block: true, composite: continuesFootnote }],
  parseBlock: [{ name: "Footnote", before: "LinkReference", parse: opensFootnote }],
};

const FOOTNOTE = /^\[\^[^[\]\s]{1,999}\]:/;

const FOOTNOTE_INDENT = 4;

const PARSER = parser.configure([Table, TaskList, Strikethrough, FOOTNOTES, LIMITS]);

/** An element that encloses text: a block, emphasis, a link, or an HTML element. */
export interface Enclosure {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly parent: Enclosure | undefined;
  /** Number of enclosing elements. */
  readonly depth: number;
}

/** The innermost enclosing elements of the text from `start` to the start of the next run. */
export interface Run {
  readonly start: number;
  /** Whether the block contains text rather than blocks. */
  readonly isLeaf: boolean;
  readonly block: Enclosure | undefined;
  readonly inline: Enclosure | undefined;
  readonly html: Enclosure | undefined;
}

/** A Markdown text as it appears on the page. */
export interface Markdown {
  readonly text: string;
  /** Runs in order. The first one starts at 0. */
  readonly runs: readonly Run[];
  /** Blocks that contain only text, no other blocks. */
  readonly leaves: readonly Enclosure[];
  /** List items. */
  readonly items: readonly Enclosure[];
  /** Definitions of links and footnotes, by label. */
  readonly definitions: ReadonlyMap<string, string>;
}

/** Returns undefined for a text that takes too many steps. */
export type ReadMarkdown = (text: string) => Markdown | undefined;

/** Creates a Markdown reader that caches its results and has a limited number of steps. */
export function markdownReader(): ReadMarkdown {
  const budget = createStepBudget(READ_STEPS);
  const known = new Map<string, Markdown | undefined>();
  return (text) => {
    if (!known.has(text)) known.set(text, readMarkdown(text, budget));
    return known.get(text);
  };
}

// Each step takes about a nanosecond.
const READ_STEPS = 100_000_000;

const CONTAINERS = namesIn("Document BulletList OrderedList ListItem Blockquote Footnote");

const LEAVES = namesIn(
  "Paragraph Task Table CodeBlock FencedCode HTMLBlock CommentBlock ProcessingInstructionBlock " +
    "HorizontalRule LinkReference SetextHeading1 SetextHeading2 " +
    "ATXHeading1 ATXHeading2 ATXHeading3 ATXHeading4 ATXHeading5 ATXHeading6",
);

const SPANS = namesIn("Emphasis StrongEmphasis Strikethrough InlineCode Link Image");

function namesIn(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}

function readMarkdown(text: string, budget: StepBudget): Markdown | undefined {
  const tree = parseMarkdown(text, budget);
  if (tree === undefined) return undefined;
  const definitions = new Map<string, string>();
  tree.iterate({
    enter: (node) => {
      if (node.name === "LinkReference" || node.name === "Footnote")
        addDefinition(definitions, node, text);
      return !LEAVES.has(node.name);
    },
  });
  return { text, definitions, ...walk(tree, text, definitions) };
}

/** Records a definition. The first definition of a link counts; for footnotes, their number is recorded. */
function addDefinition(definitions: Map<string, string>, node: SyntaxNodeRef, text: string): void {
  const source = text.slice(node.from, node.to);
  const end = source.indexOf("]:");
  const label = labelOf(source.slice(0, end + 1));
  const known = definitions.get(label);
  if (node.name === "Footnote") definitions.set(label, `${known ?? ""}*`);
  else if (known === undefined) definitions.set(label, source.slice(end + 2).trim());
}

function labelOf(brackets: string): string {
  return brackets.slice(1, -1).trim().replace(/\s+/g, " ").toLowerCase();
}

function walk(
  tree: Tree,
  text: string,
  definitions: ReadonlyMap<string, string>,
): Pick<Markdown, "runs" | "leaves" | "items"> {
  const runs: Run[] = [];
  const leaves: Enclosure[] = [];
  const items: Enclosure[] = [];
  let now: Run = { start: 0, isLeaf: false, block: undefined, inline: undefined, html: undefined };
  const go = (start: number, to: Partial<Run>): void => {
    now = { ...now, ...to, start };
    if (runs.at(-1)?.start === start) runs.pop();
    runs.push(now);
  };
  tree.iterate({
    enter: (node) => {
      const { name, from: start, to: end } = node;
      const isLeaf = LEAVES.has(name);
      if (isLeaf || CONTAINERS.has(name)) {
        const block = encloseIn(now.block, { kind: kindOfBlock(node, text), start, end });
        go(start, { block, isLeaf, inline: undefined });
        if (isLeaf) leaves.push(block);
        if (name === "ListItem") items.push(block);
      } else if (SPANS.has(name)) {
        const kind = kindOfSpan(node, text, definitions);
        go(start, { inline: encloseIn(now.inline, { kind, start, end }) });
      }
      if (name !== "HTMLBlock" && name !== "HTMLTag") return;
      for (const { at, html } of findTags(text.slice(start, end), start, now.html))
        go(at, { html });
    },
    leave: ({ name, to }) => {
      const isBlock = CONTAINERS.has(name) || LEAVES.has(name);
      if (isBlock) go(to, { block: now.block?.parent, isLeaf: false });
      else if (SPANS.has(name)) go(to, { inline: now.inline?.parent });
    },
  });
  return { runs, leaves, items };
}

function encloseIn(
  parent: Enclosure | undefined,
  { kind, start, end }: Pick<Enclosure, "kind" | "start" | "end">,
): Enclosure {
  return { kind, start, end, parent, depth: parent === undefined ? 0 : parent.depth + 1 };
}

/** Returns the kind of a block, including visible differences: whether list items are separated by blank lines. */
function kindOfBlock({ name, node }: SyntaxNodeRef, text: string): string {
  if (name === "Footnote") return text.slice(node.from, text.indexOf("]:", node.from));
  if (name !== "BulletList" && name !== "OrderedList") return name;
  const items = childrenOf(node);
  const isLoose = hasGap(items, text) || items.some((item) => hasGap(childrenOf(item), text));
  return isLoose ? `${name} loose` : name;
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

function hasGap(blocks: readonly SyntaxNode[], text: string): boolean {
  return blocks.some((block, index) => {
    const below = blocks[index + 1];
    return below !== undefined && /\n[ \t>]*\n/.test(text.slice(block.to, below.from));
  });
}

/** Returns the kind of a span, including the target of a link. A link with an undefined label isn't a link. */
function kindOfSpan(
  { name, node }: SyntaxNodeRef,
  text: string,
  definitions: ReadonlyMap<string, string>,
): string {
  if (name !== "Link" && name !== "Image") return name;
  const url = node.getChild("URL");
  if (url !== null) return `${name} ${text.slice(url.from, url.to)}`;
  const label = node.getChild("LinkLabel");
  const givenLabel = label === null ? "" : labelOf(text.slice(label.from, label.to));
  const [open, close] = node.getChildren("LinkMark");
  const own = text.slice((open?.to ?? 1) - 1, close?.to ?? node.to);
  const wanted = givenLabel === "" ? labelOf(own) : givenLabel;
  return definitions.has(wanted) ? `${name} [${wanted}]` : "";
}

const TAG = /<(\/?)([a-zA-Z][\w-]*)(?![\w-])([^<>]*)>/g;

const EMPTY = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** Returns the positions of HTML tags, each with the innermost element that follows it. */
function findTags(
  source: string,
  offset: number,
  outer: Enclosure | undefined,
): { readonly at: number; readonly html: Enclosure | undefined }[] {
  let html = outer;
  return Array.from(source.matchAll(TAG), ({ index, 0: tag, 1: slash, 2: name = "", 3: rest }) => {
    const [start, end] = [offset + index, offset + index + tag.length];
    const kind = name.toLowerCase();
    if (slash === "/") {
      html = closeElement(html, kind);
      return { at: end, html };
    }
    const isOpen = !EMPTY.test(kind) && rest?.endsWith("/") !== true;
    if (isOpen && (html?.depth ?? 0) < MAX_DEPTH) html = encloseIn(html, { kind, start, end });
    return { at: start, html };
  });
}

/** Returns the enclosing element after a closing tag. An unmatched closing tag is ignored. */
function closeElement(html: Enclosure | undefined, kind: string): Enclosure | undefined {
  for (let one = html; one !== undefined; one = one.parent) {
    if (one.kind === kind) return one.parent;
  }
  return html;
}

/** Parses a Markdown text into a syntax tree; undefined if the steps run out. */
function parseMarkdown(text: string, budget: StepBudget): Tree | undefined {
  if (!trySpend(budget, CHARACTER_STEPS * text.length)) return undefined;
  meter = { budget, block: -1, marks: 0 };
  const tree = PARSER.parse(text);
  return budget.exhausted ? undefined : tree;
}

/** Remaining budget of a text, and the number of marks so far in the current block. */
interface Meter {
  readonly budget: StepBudget;
  block: number;
  marks: number;
}

/** Reads a block as a one-line paragraph if the nesting or the number of blocks is too high. */
function limitBlocks(context: BlockContext, line: Line): boolean {
  const { budget } = meter;
  const isCut = context.depth > MAX_DEPTH || budget.exhausted;
  if (!isCut && trySpend(budget, BLOCK_STEPS)) return false;
  budget.exhausted = true;
  const end = context.lineStart + line.text.length;
  context.addElement(context.elt("Paragraph", context.lineStart + line.pos, end));
  context.nextLine();
  return true;
}

/**
 * Moves to the next mark, or to the end if there are too many. The meaning of a mark depends on those before it, and
 * the end of a link on what follows.
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
  return trySpend(meter.budget, steps) ? -1 : context.end;
}

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
