import type {
  AlignType,
  BlockContent,
  List,
  ListItem,
  PhrasingContent,
  RootContent,
  Table,
} from "mdast";
import type { Mark, MarkType, Node } from "prosemirror-model";
import { joinTexts } from "./read-text.ts";
import { schema } from "./schema.ts";
import { TAG_OF } from "./tags.ts";

const { nodes: NODES, marks: MARKS } = schema;

/** Returns the syntax tree of a block. */
export function treeOf(node: Node): RootContent {
  return node.type === NODES.list_item ? itemOf(node) : blockOf(node);
}

function blockOf(node: Node): BlockContent {
  const { attrs } = node;
  switch (node.type) {
    case NODES.paragraph:
      return { type: "paragraph", children: inlineTree(withoutEdges(node.children)) };
    case NODES.heading:
      return {
        type: "heading",
        depth: depthOf(attrs["level"]),
        children: inlineTree(withoutEdges(node.children)),
      };
    case NODES.blockquote:
      return { type: "blockquote", children: node.children.map(blockOf) };
    case NODES.bullet_list:
    case NODES.ordered_list:
      return listOf(node);
    case NODES.code_block:
      return { type: "code", lang: attrs["lang"], meta: attrs["meta"], value: node.textContent };
    case NODES.rule:
      return { type: "thematicBreak" };
    case NODES.table:
      return tableOf(node);
    case NODES.opaque:
      // HTML is written unchanged.
      return { type: "html", value: String(attrs["source"]) };
    default:
      throw new Error(`${node.type.name} is no block of Markdown`);
  }
}

function depthOf(level: unknown): 1 | 2 | 3 | 4 | 5 | 6 {
  return ([1, 2, 3, 4, 5, 6] as const).find((depth) => depth === level) ?? 6;
}

function listOf(node: Node): List {
  const isOrdered = node.type === NODES.ordered_list;
  return {
    type: "list",
    ordered: isOrdered,
    start: isOrdered ? Number(node.attrs["start"]) : null,
    spread: node.attrs["spread"] === true,
    children: node.children.map(itemOf),
  };
}

function itemOf(node: Node): ListItem {
  const checked: unknown = node.attrs["checked"];
  return {
    type: "listItem",
    checked: typeof checked === "boolean" ? checked : null,
    spread: false,
    children: node.children.map(blockOf),
  };
}

function tableOf(node: Node): Table {
  return {
    type: "table",
    align: String(node.attrs["align"]).split(",").map(alignOf),
    children: node.children.map((row) => ({
      type: "tableRow",
      children: row.children.map((cell) => ({
        type: "tableCell",
        children: inlineTree(withoutEdges(cell.children)),
      })),
    })),
  };
}

function alignOf(name: string): AlignType {
  return (["left", "right", "center"] as const).find((align) => align === name) ?? null;
}

/** A node with its marks, outermost first. */
interface Marked {
  readonly node: Node;
  readonly marks: readonly Mark[];
}

const OUTERMOST_FIRST = [
  MARKS.link,
  MARKS.strong,
  MARKS.em,
  MARKS.strike,
  MARKS.underline,
  MARKS.highlight,
  MARKS.superscript,
  MARKS.subscript,
  MARKS.code,
];

/** Returns the syntax tree of inline content. */
export function inlineTree(content: readonly Node[]): PhrasingContent[] {
  const marked = withoutEdgeSpaces(textsOutsideMarks(content)).map((node) => ({
    node,
    marks: outermostFirst(node),
  }));
  return grouped(marked, 0);
}

function outermostFirst({ marks }: Node): Mark[] {
  return marks.toSorted(
    (one, other) => OUTERMOST_FIRST.indexOf(one.type) - OUTERMOST_FIRST.indexOf(other.type),
  );
}

const FIRST_SPACE = /^[ \t]+/;
const LAST_SPACE = /[ \t]+$/;

/** Removes whitespace at line edges, which Markdown ignores. */
function withoutEdgeSpaces(nodes: readonly Node[]): Node[] {
  let isLineStart = true;
  const fromStart = nodes.flatMap((node) => {
    const kept = isLineStart ? trimmed(node, FIRST_SPACE) : [node];
    if (kept.length > 0) isLineStart = node.type === NODES.hard_break;
    return kept;
  });
  let isLineEnd = true;
  return fromStart
    .toReversed()
    .flatMap((node) => {
      const kept = isLineEnd ? trimmed(node, LAST_SPACE) : [node];
      if (kept.length > 0) isLineEnd = node.type === NODES.hard_break;
      return kept;
    })
    .toReversed();
}

function trimmed(node: Node, space: RegExp): Node[] {
  if (!node.isText || isCode(node)) return [node];
  const text = (node.text ?? "").replace(space, "");
  return text === "" ? [] : [schema.text(text, node.marks)];
}

/** Removes whitespace and line breaks at the edges of a block, which Markdown can't express. */
export function withoutEdges(nodes: readonly Node[]): Node[] {
  const lines = withoutEdgeSpaces(textsOutsideMarks(nodes));
  const start = lines.findIndex((node) => node.type !== NODES.hard_break);
  const end = lines.findLastIndex((node) => node.type !== NODES.hard_break);
  return start === -1 ? [] : lines.slice(start, end + 1);
}

const EMPHASIS = new Set([MARKS.em, MARKS.strong, MARKS.strike]);

/**
 * Moves whitespace at the edges of emphasis outside, because `** bold**` isn't valid Markdown. Whitespace between words
 * keeps the emphasis around all of it, even if it consists of several nodes with different marks.
 */
function textsOutsideMarks(nodes: readonly Node[]): Node[] {
  const parts = nodes.flatMap(edgesApart);
  const moved: Node[] = [];
  for (let start = 0; start < parts.length;) {
    let end = start;
    while (isSpace(parts[end])) end += 1;
    const isBetween = start > 0 && end < parts.length;
    const around = isBetween ? sharedMarks(parts.slice(start - 1, end + 1)) : [];
    const spaces = parts.slice(start, end);
    moved.push(...spaces.map((space) => withoutEmphasis(space, around)));
    moved.push(...parts.slice(end, end + 1));
    start = end + 1;
  }
  return joinTexts(moved);
}

/** Returns a text with the whitespace at its ends as separate nodes. Whitespace in code is part of the code. */
function edgesApart(node: Node): Node[] {
  if (!node.isText || isCode(node)) return [node];
  const text = node.text ?? "";
  const start = text.length - text.trimStart().length;
  const end = Math.max(start, text.trimEnd().length);
  return [text.slice(0, start), text.slice(start, end), text.slice(end)]
    .filter((part) => part !== "")
    .map((part) => schema.text(part, node.marks));
}

function isSpace(node: Node | undefined): boolean {
  if (node === undefined) return false;
  if (node.type === NODES.hard_break) return true;
  return node.isText && !isCode(node) && node.text?.trim() === "";
}

function isCode({ marks }: Node): boolean {
  return marks.some(({ type }) => type === MARKS.code);
}

/** Returns the marks whose elements contain all these nodes: the outermost ones that they share. */
function sharedMarks(nodes: readonly Node[]): Mark[] {
  const [first = [], ...others] = nodes.map(outermostFirst);
  const end = first.findIndex((mark, depth) => others.some((marks) => !marks[depth]?.eq(mark)));
  return end === -1 ? first : first.slice(0, end);
}

function withoutEmphasis(node: Node, except: readonly Mark[]): Node {
  return node.mark(node.marks.filter((mark) => !EMPHASIS.has(mark.type) || mark.isInSet(except)));
}

/** Wraps each run of nodes that share the mark at this depth in one element. */
function grouped(items: readonly Marked[], depth: number): PhrasingContent[] {
  const tree: PhrasingContent[] = [];
  for (let start = 0; start < items.length;) {
    const item = items[start];
    if (item === undefined) break;
    const mark = item.marks[depth];
    let end = start + 1;
    if (mark === undefined) tree.push(leafOf(item.node));
    else {
      while (items[end]?.marks[depth]?.eq(mark) === true) end += 1;
      tree.push(...elementOf(mark, items.slice(start, end), depth));
    }
    start = end;
  }
  return tree;
}

function elementOf(mark: Mark, items: readonly Marked[], depth: number): PhrasingContent[] {
  if (mark.type === MARKS.code) {
    return [{ type: "inlineCode", value: items.map(({ node }) => node.text ?? "").join("") }];
  }
  const children = grouped(items, depth + 1);
  if (mark.type === MARKS.em) return [{ type: "emphasis", children }];
  if (mark.type === MARKS.strong) return [{ type: "strong", children }];
  if (mark.type === MARKS.strike) return [{ type: "delete", children }];
  return mark.type === MARKS.link ? [linkOf(mark, children)] : inTags(mark.type, children);
}

function inTags(type: MarkType, children: readonly PhrasingContent[]): PhrasingContent[] {
  const tag = TAG_OF.get(type) ?? "span";
  return [{ type: "html", value: `<${tag}>` }, ...children, { type: "html", value: `</${tag}>` }];
}

function linkOf(
  { attrs: { href, title, ref } }: Mark,
  children: PhrasingContent[],
): PhrasingContent {
  // A reference is written as found, because its definition can be anywhere, even in another file.
  return typeof ref === "string"
    ? {
        type: "linkReference",
        referenceType: "full",
        label: ref,
        identifier: ref.toLowerCase(),
        children,
      }
    : {
        type: "link",
        url: String(href),
        title: typeof title === "string" ? title : null,
        children,
      };
}

function leafOf(node: Node): PhrasingContent {
  const { attrs } = node;
  if (node.type === NODES.image) {
    return {
      type: "image",
      url: String(attrs["src"]),
      alt: String(attrs["alt"]),
      title: attrs["title"],
    };
  }
  if (node.type === NODES.hard_break) return { type: "break" };
  if (node.type === NODES.opaque_inline) return { type: "html", value: String(attrs["source"]) };
  return { type: "text", value: node.text ?? "" };
}
