import type { Enclosure, Markdown, Run } from "../../markdown/read-markdown.ts";
import type { Span } from "./join-parts.ts";

/** Positions of the merged pieces in one of the texts. */
type Spans = readonly (Span | undefined)[];

/** A text of a merge, parsed as Markdown, with the positions of the merged pieces. */
export interface MarkdownView {
  readonly markdown: Markdown;
  readonly spans: Spans;
  /** For each piece, the nearest one in this text up to it; `from` has the nearest one from it on. */
  readonly upTo: Spans;
  readonly from: Spans;
  /** Returns the path of enclosing elements, with names that are comparable across the texts of the merge. */
  readonly pathOf: (enclosure: Enclosure | undefined) => string;
}

/** Kinds of enclosing elements, compared separately: blocks, inline spans, and HTML elements. */
export const DIMENSIONS = ["block", "inline", "html"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** @param names names of the pieces; equal for pieces with the same base */
export function viewMarkdown(
  markdown: Markdown,
  spans: Spans,
  names: readonly number[],
): MarkdownView {
  const items = namesOfItems(markdown.items, spans, names);
  const known = new Map<Enclosure, string>();
  const pathOf = (enclosure: Enclosure | undefined): string => {
    if (enclosure === undefined) return "";
    const path = known.get(enclosure);
    if (path !== undefined) return path;
    const { kind, parent } = enclosure;
    const own = items.get(enclosure) ?? kind;
    const made = own === "" ? pathOf(parent) : `${pathOf(parent)}/${own}`;
    known.set(enclosure, made);
    return made;
  };
  const from = nearest(spans.toReversed()).toReversed();
  return { markdown, spans, upTo: nearest(spans), from, pathOf };
}

/**
 * Names a list item by its first piece, so that rewording it doesn't change its name. Items with the same name are
 * numbered.
 */
function namesOfItems(
  items: readonly Enclosure[],
  spans: Spans,
  names: readonly number[],
): ReadonlyMap<Enclosure, string> {
  const pieces = spans.flatMap((span, index) => (span ? [{ ...span, name: names[index] }] : []));
  const counts = new Map<number | undefined, number>();
  const named = items.map((item) => {
    const found = pieces[lastIndexUpTo(pieces, item.start)];
    if (found === undefined || item.start >= found.end) return [item, "item gone"] as const;
    const before = counts.get(found.name) ?? 0;
    counts.set(found.name, before + 1);
    return [item, `item ${found.name} ${before}`] as const;
  });
  return new Map(named);
}

function nearest(spans: Spans): (Span | undefined)[] {
  let last: Span | undefined;
  return spans.map((span) => {
    last = span ?? last;
    return last;
  });
}

/** Returns the index of the last place that starts at or before `at`; -1 if there is none. */
export function lastIndexUpTo(places: readonly { readonly start: number }[], at: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.start ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function runAt({ runs }: Markdown, place: number): Run | undefined {
  return runs[lastIndexUpTo(runs, place)];
}

/** The common enclosing elements of two places. */
type CommonEnclosures = Readonly<Record<Dimension, Enclosure | undefined>>;

const NOTHING: CommonEnclosures = { block: undefined, inline: undefined, html: undefined };

/** Returns the enclosing elements common to two pieces, or to the nearest pieces in this text. */
export function commonEnclosures(
  { markdown, upTo, from }: MarkdownView,
  above: number,
  below: number,
): CommonEnclosures {
  const [upper, lower] = [upTo[above], from[below]];
  const x = upper && runAt(markdown, endOf(markdown, upper));
  const y = lower && runAt(markdown, startOf(markdown, lower));
  if (x === undefined || y === undefined) return NOTHING;
  return {
    block: commonAncestor(x.block, y.block),
    inline: x.block === y.block ? commonAncestor(x.inline, y.inline) : undefined,
    html: commonAncestor(x.html, y.html),
  };
}

/** Returns the position of its last non-space character. */
function endOf({ text }: Markdown, { start, end }: Span): number {
  let last = end - 1;
  while (last > start && isSpace(text, last)) last -= 1;
  return last;
}

function startOf({ text }: Markdown, { start, end }: Span): number {
  let first = start;
  while (first < end && isSpace(text, first)) first += 1;
  return first;
}

function isSpace(text: string, at: number): boolean {
  return text.charAt(at).trim() === "";
}

function commonAncestor(a: Enclosure | undefined, b: Enclosure | undefined): Enclosure | undefined {
  let [x, y] = [a, b];
  while (x !== y) {
    if (x === undefined || y === undefined) return undefined;
    if (x.depth >= y.depth) x = x.parent;
    else y = y.parent;
  }
  return x;
}

/** The enclosing elements of a piece's text, by character. */
export interface Enclosed extends Readonly<Record<Dimension, readonly Stretch[]>> {
  readonly text: string;
}

interface Stretch {
  readonly start: number;
  readonly path: string;
}

/** Returns the enclosing elements of a range. The marks of lists and quotes are ignored. */
export function findEnclosures({ markdown, pathOf }: MarkdownView, { start, end }: Span): Enclosed {
  const { runs, text } = markdown;
  const found: Record<Dimension, Stretch[]> = { block: [], inline: [], html: [] };
  for (let at = Math.max(lastIndexUpTo(runs, start), 0); at < runs.length; at += 1) {
    const run = runs[at];
    if (run === undefined || run.start >= end) break;
    if (!run.isLeaf) continue;
    for (const dimension of DIMENSIONS) {
      const path = pathOf(run[dimension]);
      const stretches = found[dimension];
      if (stretches.at(-1)?.path === path) continue;
      stretches.push({ start: Math.max(run.start - start, 0), path });
    }
  }
  return { ...found, text: text.slice(start, end) };
}

/**
 * Returns whether equal texts have the same enclosing elements, character by character. Different texts must be in a
 * single common element.
 */
export function haveSameEnclosures(a: Enclosed, b: Enclosed, dimension: Dimension): boolean {
  const [x, y] = [a[dimension], b[dimension]];
  if (a.text !== b.text) return new Set([...x, ...y].map(({ path }) => path)).size <= 1;
  return (
    x.length === y.length &&
    x.every(({ start, path }, at) => start === y[at]?.start && path === y[at].path)
  );
}

/** Replaces an enclosing element of a piece with another. */
export function replaceEnclosure(to: string, from: string, piece: Enclosed): Enclosed {
  const follow = ({ start, path }: Stretch): Stretch => {
    return { start, path: path.startsWith(from) ? to + path.slice(from.length) : path };
  };
  const { text, block, inline, html } = piece;
  return { text, block: block.map(follow), inline: inline.map(follow), html: html.map(follow) };
}
