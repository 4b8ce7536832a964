import { Fragment, type Node } from "prosemirror-model";
import type { ContainerBase, MarkdownBase } from "./base.ts";
import { type Layout, gapBefore, layOut, writeChild } from "./edit-blocks.ts";
import { openMarkdown } from "./open-markdown.ts";
import { type Style, styleOf } from "./print-blocks.ts";
import { isSameDocument } from "./same-document.ts";
import { schema } from "./schema.ts";
import { KEEPING, type Level, REWRITING, type Writing } from "./writing.ts";

/**
 * Writes a document into the text it was opened from. What did not change keeps its bytes, and each block that
 * did is written by the least change of which a parse makes the same block again. What Markdown cannot say (an
 * empty paragraph, a line break at the end of one) is written as near to it as can be.
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

/** What stands behind the last block: a line end and more, or nothing, which some blocks are parsed by. */
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
 * What must be parsed to know that the text says what the document does: each stretch of changed children, or
 * of a place where some are gone, with a neighbour on both sides, to which they may not join.
 */
function regionsOf({ base, origins }: Layout): Range[] {
  const placeOf = (index: number): number | undefined => {
    if (index === -1) return -1;
    if (index === origins.length) return base.children.length;
    const origin = origins[index];
    return origin?.kind === "kept" ? origin.at : undefined;
  };
  const regions: Range[] = [];
  for (let seam = 0; seam <= origins.length; seam += 1) {
    const before = placeOf(seam - 1);
    if (before !== undefined && placeOf(seam) === before + 1) continue;
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

function writeRange(layout: Layout, { from, to }: Range, writing: Writing): string | undefined {
  let written = "";
  for (let index = from; index < to; index += 1) {
    const child = writeChild(layout, index, writing);
    if (child === undefined) return undefined;
    written += gapBefore(layout, index, writing) + child;
  }
  return written;
}

/**
 * How many more neighbours are parsed with a stretch that is not read as itself between its own: that `3.` is a
 * paragraph after code, say, is known of the block before it. What a part of the text does not tell, all of it does,
 * which takes long.
 */
const WIDER = [0, 1, 4, Number.POSITIVE_INFINITY] as const;
const LONGEST_PARSED_WHOLE = 100_000;

function writeRegion(
  layout: Layout,
  region: Range,
  source: Source & { readonly definitions: string },
): string {
  // A source that means something else now is still what somebody wrote into it.
  const isAsWritten = isSourceAlone(layout, region);
  for (const levels of isAsWritten ? [KEEPING] : [KEEPING, REWRITING]) {
    for (const wider of WIDER) {
      if (wider > 4 && source.text.length > LONGEST_PARSED_WHOLE) continue;
      const level = levelThatSays(layout, widened(layout, region, wider), { ...source, levels });
      if (level !== undefined) return writeRange(layout, region, { ...source, level }) ?? "";
    }
  }
  return writeAnyway(layout, region, { ...source, levels: isAsWritten ? KEEPING : REWRITING });
}

function widened({ node }: Layout, { from, to }: Range, by: number): Range {
  return { from: Math.max(0, from - by), to: Math.min(node.childCount, to + by) };
}

/** The first level at which a stretch is parsed to what it is to say. */
function levelThatSays(
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
    return says(written + behind, wanted, source.definitions);
  });
}

/** What Markdown cannot say. */
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

/** Whether nothing changed but what is shown as source. */
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

/** Whether a text is parsed to these blocks where the references of the document are defined. */
function says(text: string, wanted: Node, definitions: string): boolean {
  const lines = text.replace(/^\uFEFF/, "").replace(/^(?:[ \t]*(?:\r\n?|\n))+/, "");
  const { doc } = openMarkdown(`${definitions}${SEPARATOR}\n\n${lines}`);
  const start = doc.children.findIndex((node) => node.attrs["source"] === SEPARATOR);
  return isSameDocument(schema.nodes.doc.create(null, doc.children.slice(start + 1)), wanted);
}

const LABEL = /^\[(?:\\[^]|[^\]\\])+\]:/;

/** A line for each definition, without which references are no links. */
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
