import type { InlineCode, Nodes, Parents } from "mdast";
import { Fragment, type Mark, type Node } from "prosemirror-model";
import type { Run, TextBase } from "./base.ts";
import { type Span, spanOf } from "./parse-tree.ts";
import { schema } from "./schema.ts";
import { joinLines, mapCode, mapSource } from "./source-map.ts";
import { markOfTag, tagEnds } from "./tags.ts";

/** Maximum nesting of HTML tags that are read as marks. */
const DEEPEST_TAGS = 20;

const MARKS = {
  emphasis: schema.marks.em.create(),
  strong: schema.marks.strong.create(),
  delete: schema.marks.strike.create(),
} as const;

interface Reading {
  readonly text: string;
  readonly runs: Run[];
  readonly nodes: Node[];
  /** In a cell and a heading, which are a single line, a line break is written as HTML. */
  readonly isOneLine: boolean;
  isExact: boolean;
}

/** Reads the inline content of a paragraph, heading, or cell into a node like `empty`. */
export function readText(block: Nodes & Parents, empty: Node, text: string): TextBase {
  const isOneLine = block.type === "tableCell" || block.type === "heading";
  const reading: Reading = { text, runs: [], nodes: [], isOneLine, isExact: true };
  readChildren(block.children, [], reading);
  const first = block.children[0];
  const last = block.children.at(-1);
  return {
    kind: "text",
    node: empty.copy(Fragment.fromArray(joinTexts(reading.nodes))),
    ...spanOf(block),
    runs: reading.runs,
    isExact: reading.isExact,
    inner:
      first === undefined || last === undefined
        ? undefined
        : { start: spanOf(first).start, end: spanOf(last).end },
  };
}

/** Joins adjacent texts with the same marks, as ProseMirror requires. */
export function joinTexts(nodes: readonly Node[]): Node[] {
  const joined: Node[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (last?.isText === true && node.isText && last.sameMarkup(node)) {
      joined[joined.length - 1] = schema.text(`${last.text}${node.text}`, node.marks);
    } else joined.push(node);
  }
  return joined;
}

/** Reads siblings. Nodes between two tags of a mark get that mark. */
function readChildren(
  children: readonly Nodes[],
  marks: readonly Mark[],
  reading: Reading,
  depth = 0,
): void {
  const ends = depth < DEEPEST_TAGS ? tagEnds(children) : undefined;
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at];
    if (child === undefined) break;
    const mark = markOfTag(child);
    const end = ends?.get(at);
    if (mark === undefined || end === undefined) readInline(child, marks, reading);
    else {
      readChildren(children.slice(at + 1, end), mark.addToSet(marks), reading, depth + 1);
      at = end;
    }
  }
}

function readInline(node: Nodes, marks: readonly Mark[], reading: Reading): void {
  const span = spanOf(node);
  const mark = "children" in node && node.children.length > 0 ? markOf(node) : undefined;
  if (mark !== undefined && "children" in node) {
    const inner = mark.addToSet(marks);
    readChildren(node.children, inner, reading);
  } else if (node.type === "text") readPlain(node.value, marks, reading, span);
  else if (node.type === "inlineCode" && node.value !== "") readCode(node, marks, reading);
  else add(atomOf(node, marks, reading), span, reading);
}

const BREAK = /^<br ?\/?>$/i;

function markOf(node: Nodes): Mark | undefined {
  if (node.type === "emphasis" || node.type === "strong" || node.type === "delete") {
    return MARKS[node.type];
  }
  if (node.type === "link") {
    return schema.marks.link.create({ href: node.url, title: node.title ?? null });
  }
  if (node.type !== "linkReference") return undefined;
  // Line breaks in a label have no meaning.
  const ref = (node.label ?? node.identifier).replaceAll(/\s+/g, " ");
  return schema.marks.link.create({ href: "", ref });
}

function readPlain(value: string, marks: readonly Mark[], reading: Reading, span: Span): void {
  const map = mapSource(value, reading.text.slice(span.start, span.end));
  if (map === undefined) reading.isExact = false;
  const shown = joinLines(value);
  if (shown === "") return;
  const node = schema.text(shown, marks);
  reading.runs.push({ size: node.nodeSize, ...span, kind: "text", marks: node.marks, map });
  reading.nodes.push(node);
}

/** Reads inline code, which can be split if its source contains the text unchanged. */
function readCode(code: InlineCode, marks: readonly Mark[], reading: Reading): void {
  const span = spanOf(code);
  const source = reading.text.slice(span.start, span.end);
  const ticks = /^`*/.exec(source)?.[0].length ?? 0;
  const inner = source.slice(ticks, -ticks);
  const at = inner.trimStart().length < inner.length && !/^\s/.test(code.value) ? 1 : 0;
  const map = mapCode(code.value, inner.slice(at, inner.length - at));
  const node = schema.text(joinLines(code.value), schema.marks.code.create().addToSet(marks));
  const start = span.start + ticks + at;
  reading.runs.push({
    size: node.nodeSize,
    ...(map === undefined ? span : { start, end: span.end - ticks - at }),
    kind: map === undefined ? "whole" : "text",
    marks: node.marks,
    map,
  });
  reading.nodes.push(node);
}

function atomOf(node: Nodes, marks: readonly Mark[], { text, isOneLine }: Reading): Node {
  if (node.type === "image") {
    const attrs = { src: node.url, alt: node.alt ?? "", title: node.title ?? null };
    return schema.nodes.image.create(attrs, null, marks);
  }
  const { start, end } = spanOf(node);
  const source = text.slice(start, end);
  const isBreak =
    node.type === "break" || (isOneLine && node.type === "html" && BREAK.test(source));
  if (isBreak) return schema.nodes.hard_break.create(null, null, marks);
  return schema.nodes.opaque_inline.create({ source, kind: node.type }, null, marks);
}

function add(node: Node, span: Span, { runs, nodes }: Reading): void {
  runs.push({ size: node.nodeSize, ...span, kind: "atom", marks: node.marks, map: undefined });
  nodes.push(node);
}
