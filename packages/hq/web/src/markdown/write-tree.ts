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
      return { type: "paragraph", children: inlineTree(withoutEdgeBreaks(node.children)) };
    case NODES.heading:
      return {
        type: "heading",
        depth: depthOf(attrs["level"]),
        children: inlineTree(node.children),
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
        children: inlineTree(cell.children),
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
    marks: node.marks.toSorted(
      (one, other) => OUTERMOST_FIRST.indexOf(one.type) - OUTERMOST_FIRST.indexOf(other.type),
    ),
  }));
  return grouped(marked, 0);
}

const FIRST_SPACE = /^[ \t]+/;
const LAST_SPACE = /[ \t]+$/;

/** Removes whitespace at line edges, which Markdown ignores. */
export function withoutEdgeSpaces(nodes: readonly Node[]): Node[] {
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
  if (!node.isText || node.marks.some(({ type }) => type === MARKS.code)) return [node];
  const text = (node.text ?? "").replace(space, "");
  return text === "" ? [] : [schema.text(text, node.marks)];
}

/** Removes line breaks at the edges of a block, which Markdown can't express. */
export function withoutEdgeBreaks(nodes: readonly Node[]): readonly Node[] {
  const start = nodes.findIndex((node) => node.type !== NODES.hard_break);
  const end = nodes.findLastIndex((node) => node.type !== NODES.hard_break);
  return start === -1 ? [] : nodes.slice(start, end + 1);
}

const EMPHASIS = new Set([MARKS.em, MARKS.strong, MARKS.strike]);

/** Moves whitespace at the edges of emphasis outside, because `** bold**` isn't valid Markdown. */
export function textsOutsideMarks(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node, index) => {
    if (!node.isText || !node.marks.some((mark) => EMPHASIS.has(mark.type))) return [node];
    const text = node.text ?? "";
    const before = openMarks(node, nodes[index - 1]);
    const after = openMarks(node, nodes[index + 1]);
    const words = text.trim();
    const both = before.filter((mark) => mark.isInSet(after));
    if (words === "") return [schema.text(text, both)];
    const start = text.length - text.trimStart().length;
    const parts = [
      { text: text.slice(0, start), marks: before },
      { text: words, marks: node.marks },
      { text: text.slice(start + words.length), marks: after },
    ];
    return parts
      .filter((part) => part.text !== "")
      .map((part) => schema.text(part.text, part.marks));
  });
}

/** Returns the marks of a node without emphasis that ends at its neighbor. */
function openMarks(node: Node, neighbour: Node | undefined): Mark[] {
  return node.marks.filter(
    (mark) => !EMPHASIS.has(mark.type) || mark.isInSet(neighbour?.marks ?? []),
  );
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
