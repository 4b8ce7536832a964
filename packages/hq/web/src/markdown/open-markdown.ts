import type { Code, List, Nodes, Paragraph, Parents, RootContent } from "mdast";
import type { Attrs } from "prosemirror-model";
import type { Base, ContainerBase, MarkdownBase } from "./base.ts";
import { parseTree, spanOf } from "./parse-tree.ts";
import { prefixAt, withoutPrefix } from "./prefix.ts";
import { readText } from "./read-text.ts";
import { schema } from "./schema.ts";
import { tagEnds } from "./tags.ts";

/**
 * Paragraphs that start like this use another tool's syntax (directives, shortcodes, MDX, formulas) and are shown as
 * source.
 */
const FOREIGN = /^(?::{2,}|\{[/%{]|(?:import|export)\s|\$\$)/;
/** HTML and components. A `<` not followed by a letter is text. */
const FOREIGN_TAG = /^<[a-z/>!?]/i;

export interface OpenedMarkdown {
  readonly doc: ContainerBase["node"];
  readonly base: MarkdownBase;
}

/**
 * Parses Markdown to a document of the `schema` and records where each part is in the text. Pass `base` to
 * `saveMarkdown` together with the edited document.
 */
export function openMarkdown(text: string): OpenedMarkdown {
  return gatherBlocks(text, readBlocks(parseTree(text).children, text));
}

/** Reads blocks of a text's tree. */
export function readBlocks(blocks: readonly RootContent[], text: string): Base[] {
  return blocks.map((block) => readBlock(block, text));
}

/** Combines all blocks of a text to the result of `openMarkdown`. */
export function gatherBlocks(text: string, children: readonly Base[]): OpenedMarkdown {
  const doc = schema.nodes.doc.create(
    null,
    children.map(({ node }) => node),
  );
  const root: ContainerBase = {
    kind: "container",
    node: doc,
    children,
    start: 0,
    end: text.length,
  };
  return { doc, base: { text, root } };
}

function readBlock(node: Nodes, text: string): Base {
  if (node.type === "paragraph") return readParagraph(node, text);
  if (node.type === "heading") {
    return readText(node, schema.nodes.heading.create({ level: node.depth }), text);
  }
  if (node.type === "tableCell") return readText(node, schema.nodes.table_cell.create(), text);
  if (node.type === "code") return readCode(node);
  if (node.type === "thematicBreak") {
    return { kind: "leaf", node: schema.nodes.rule.create(), ...spanOf(node) };
  }
  return readNested(node, text) ?? readOpaque(node, node.type, text);
}

function readNested(node: Nodes, text: string): Base | undefined {
  if (node.type === "blockquote") return readContainer(node, "blockquote", null, text);
  if (node.type === "list") return readList(node, text);
  if (node.type === "listItem") {
    return readContainer(node, "list_item", { checked: node.checked ?? null }, text);
  }
  if (node.type === "tableRow") return readContainer(node, "table_row", null, text);
  if (node.type !== "table") return undefined;
  return readContainer(node, "table", { align: (node.align ?? []).join(",") }, text);
}

function readParagraph(node: Paragraph, text: string): Base {
  const { start, end } = spanOf(node);
  const source = text.slice(start, end);
  const isForeign = FOREIGN.test(source) || (FOREIGN_TAG.test(source) && !startsAsText(node));
  return isForeign
    ? readOpaque(node, "text", text)
    : readText(node, schema.nodes.paragraph.create(), text);
}

/** Returns whether a paragraph that starts with `<` starts with an autolink or a mark, and is therefore text. */
function startsAsText({ children }: Paragraph): boolean {
  const [first] = children;
  return first?.type === "link" || tagEnds(children).has(0);
}

function readCode(node: Code): Base {
  const attrs = { lang: node.lang ?? null, meta: node.meta ?? null };
  const content = node.value === "" ? null : schema.text(node.value);
  return { kind: "code", node: schema.nodes.code_block.create(attrs, content), ...spanOf(node) };
}

function readList(node: List, text: string): ContainerBase {
  const spread = node.spread ?? false;
  return node.ordered === true
    ? readContainer(node, "ordered_list", { start: node.start ?? 1, spread }, text)
    : readContainer(node, "bullet_list", { spread }, text);
}

function readContainer(
  node: Parents,
  type: "blockquote" | "bullet_list" | "ordered_list" | "list_item" | "table" | "table_row",
  attrs: Attrs | null,
  text: string,
): ContainerBase {
  const children = node.children.map((child) => readBlock(child, text));
  const content = children.map((child) => child.node);
  return {
    kind: "container",
    node: schema.node(type, attrs, content),
    children,
    ...spanOf(node),
  };
}

function readOpaque(node: Nodes, kind: string, text: string): Base {
  const span = spanOf(node);
  const source = withoutPrefix(text.slice(span.start, span.end), prefixAt(text, span.start));
  return { kind: "leaf", node: schema.nodes.opaque.create({ source, kind }), ...span };
}
