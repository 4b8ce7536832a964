import type { Node } from "prosemirror-model";
import type { MarkdownBase } from "./base.ts";
import { type Layout, gapBefore, layOut, writeChild } from "./edit-blocks.ts";
import { openMarkdown } from "./open-markdown.ts";
import { type Style, styleOf } from "./print-blocks.ts";
import { isSameDocument } from "./same-document.ts";
import { schema } from "./schema.ts";
import { LEVELS, type Writing } from "./writing.ts";

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
  const last = root.children.at(-1);
  const tail = last === undefined ? "" : text.slice(last.end);
  return doc.childCount === 0 || last === undefined ? lead + written + tail : written + tail;
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
 * paragraph after code, say, is known of the block before it.
 */
const WIDER = [0, 1, 4] as const;

function writeRegion(
  layout: Layout,
  region: Range,
  source: Source & { readonly definitions: string },
): string {
  const { children } = layout.node;
  for (const wider of WIDER) {
    const from = Math.max(0, region.from - wider);
    const to = Math.min(children.length, region.to + wider);
    const wanted = schema.nodes.doc.create(null, children.slice(from, to));
    for (const level of LEVELS) {
      const writing = { ...source, level };
      const written = writeRange(layout, { from, to }, writing);
      if (written !== undefined && says(written, wanted, source.definitions)) {
        return writeRange(layout, region, writing) ?? "";
      }
    }
  }
  return (
    writeRange(layout, region, { ...source, level: "block" }) ??
    writeRange(layout, region, { ...source, level: "container" }) ??
    ""
  );
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
