import { Fragment, type Node } from "prosemirror-model";
import type { ContainerBase, MarkdownBase } from "./base.ts";
import { type Layout, gapBefore, layOut, writeChild } from "./edit-blocks.ts";
import { openMarkdown } from "./open-markdown.ts";
import { type Style, styleOf } from "./print-blocks.ts";
import { isSameDocument } from "./same-document.ts";
import { schema } from "./schema.ts";
import { KEEPING, type Level, REWRITING, type WriteContext } from "./writing.ts";

/**
 * Writes a document into the text it was opened from. Unchanged parts keep their bytes. Each changed block is written
 * with the smallest edit that parses back to the same block. Content that Markdown can't express (an empty paragraph, a
 * line break at the end of one) is written as closely as possible.
 */
export function saveMarkdown({ text, root }: MarkdownBase, doc: Node): string {
  if (doc.eq(root.node)) return text;
  const layout = layOut(doc, root, text);
  const style = styleOf(text);
  const definitions = definitionsOf(doc);
  const lead = text.slice(0, root.children[0]?.start);
  let written = "";
  let next = 0;
  for (const region of regionsOf(layout)) {
    written += writeKept(layout, next, region.from, { text, style });
    written += writeRegion(layout, region, { text, style, definitions });
    next = region.to;
  }
  written += writeKept(layout, next, doc.childCount, { text, style });
  const tail = tailOf(root, text);
  const isLeadWritten = doc.childCount > 0 && root.children.length > 0;
  return (isLeadWritten ? "" : lead) + written + tail;
}

/** Returns the text after the last block. It matters for parsing some blocks. */
function tailOf({ children }: ContainerBase, text: string): string {
  const last = children.at(-1);
  return last === undefined ? "" : text.slice(last.end);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Source {
  readonly text: string;
  readonly style: Style;
}

/**
 * Returns the ranges that must be parsed to verify the output: each run of changed children or deletion, with a
 * neighbor on both sides, because they must not merge with it.
 */
function regionsOf({ base, origins }: Layout): Range[] {
  const baseIndexOf = (index: number): number | undefined => {
    if (index === -1) return -1;
    if (index === origins.length) return base.children.length;
    const origin = origins[index];
    return origin?.kind === "kept" ? origin.at : undefined;
  };
  const regions: Range[] = [];
  for (let seam = 0; seam <= origins.length; seam += 1) {
    const before = baseIndexOf(seam - 1);
    if (before !== undefined && baseIndexOf(seam) === before + 1) continue;
    const range = { from: Math.max(0, seam - 1), to: Math.min(origins.length, seam + 1) };
    const last = regions.at(-1);
    if (last !== undefined && last.to > range.from) {
      regions[regions.length - 1] = { from: last.from, to: range.to };
    } else regions.push(range);
  }
  return regions;
}

function writeKept(layout: Layout, from: number, to: number, source: Source): string {
  return writeRange(layout, { from, to }, { ...source, level: "splice" }) ?? "";
}

function writeRange(
  layout: Layout,
  { from, to }: Range,
  writing: WriteContext,
): string | undefined {
  let written = "";
  for (let index = from; index < to; index += 1) {
    const child = writeChild(layout, index, writing);
    if (child === undefined) return undefined;
    written += gapBefore(layout, index, writing) + child;
  }
  return written;
}

/**
 * Number of additional neighbors to parse if a range isn't parsed correctly on its own. For example, whether `3.` is a
 * paragraph depends on the block before it. The last step parses the whole text, which is slow.
 */
const WIDER = [0, 1, 4, Number.POSITIVE_INFINITY] as const;
const LONGEST_PARSED_WHOLE = 100_000;

function writeRegion(
  layout: Layout,
  region: Range,
  source: Source & { readonly definitions: string },
): string {
  // Source edited by the user is kept even if it has a different meaning now.
  const isAsWritten = isSourceAlone(layout, region);
  for (const levels of isAsWritten ? [KEEPING] : [KEEPING, REWRITING]) {
    for (const wider of WIDER) {
      if (wider > 4 && source.text.length > LONGEST_PARSED_WHOLE) continue;
      const level = findLevel(layout, widened(layout, region, wider), { ...source, levels });
      if (level !== undefined) return writeRange(layout, region, { ...source, level }) ?? "";
    }
  }
  return writeAnyway(layout, region, { ...source, levels: isAsWritten ? KEEPING : REWRITING });
}

function widened({ node }: Layout, { from, to }: Range, by: number): Range {
  return { from: Math.max(0, from - by), to: Math.min(node.childCount, to + by) };
}

/** Returns the first level whose output parses to the wanted blocks. */
function findLevel(
  layout: Layout,
  range: Range,
  source: Source & { readonly definitions: string; readonly levels: readonly Level[] },
): Level | undefined {
  const { children } = layout.node;
  const wanted = schema.nodes.doc.create(null, children.slice(range.from, range.to));
  const behind = range.to < children.length ? "\n" : tailOf(layout.base, source.text);
  const tried = new Set<string | undefined>([undefined]);
  return source.levels.find((level) => {
    const written = writeRange(layout, range, { ...source, level });
    if (written === undefined || tried.has(written)) return false;
    tried.add(written);
    return parsesTo(written + behind, wanted, source.definitions);
  });
}

/** Writes content that Markdown can't express. */
function writeAnyway(
  layout: Layout,
  region: Range,
  source: Source & { readonly levels: readonly Level[] },
): string {
  for (const level of source.levels) {
    const written = writeRange(layout, region, { ...source, level });
    if (written !== undefined) return written;
  }
  return "";
}

/** Returns whether only blocks shown as source changed. */
function isSourceAlone({ node, base, origins }: Layout, { from, to }: Range): boolean {
  return node.children.slice(from, to).every((child, index) => {
    const origin = origins[from + index];
    const was = origin?.kind === "edited" ? base.children[origin.at]?.node : undefined;
    return (
      origin?.kind === "kept" || (was !== undefined && withoutSource(child).eq(withoutSource(was)))
    );
  });
}

function withoutSource(node: Node): Node {
  if (node.type === schema.nodes.opaque)
    return schema.nodes.opaque.create({ source: "", kind: "" });
  return node.isLeaf || node.isTextblock
    ? node
    : node.copy(Fragment.from(node.children.map(withoutSource)));
}

const SEPARATOR = "<!-- -->";

/** Returns whether a text parses to these blocks, given the document's link definitions. */
function parsesTo(text: string, wanted: Node, definitions: string): boolean {
  const lines = text.replace(/^\uFEFF/, "").replace(/^(?:[ \t]*(?:\r\n?|\n))+/, "");
  const { doc } = openMarkdown(`${definitions}${SEPARATOR}\n\n${lines}`);
  const start = doc.children.findIndex((node) => node.attrs["source"] === SEPARATOR);
  return isSameDocument(schema.nodes.doc.create(null, doc.children.slice(start + 1)), wanted);
}

const LABEL = /^\[(?:\\[^]|[^\]\\])+\]:/;

/** Returns the link definitions, which references need for parsing. */
function definitionsOf(doc: Node): string {
  const labels = new Set<string>();
  doc.descendants(({ attrs }) => {
    const { kind, source } = attrs;
    const label =
      kind === "definition" || kind === "footnoteDefinition" ? LABEL.exec(source) : null;
    if (label !== null) labels.add(label[0]);
    return true;
  });
  return [...labels].map((label) => `${label} x\n\n`).join("");
}
