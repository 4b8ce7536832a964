import type { Enclosure, Markdown, Run } from "../../markdown/read-markdown.ts";
import type { Span } from "./join-parts.ts";

/** Where the pieces of a merge stand in one of its texts. */
type Spans = readonly (Span | undefined)[];

/** A text of a merge, read as Markdown, and where the pieces of the merge stand in it. */
export interface MarkdownView {
  readonly markdown: Markdown;
  readonly spans: Spans;
  /** For each piece the nearest one up to it, and from it on, that this text has. */
  readonly upTo: Spans;
  readonly from: Spans;
  /** What lies in what, by names that mean the same in each text of the merge. */
  readonly pathOf: (enclosure: Enclosure | undefined) => string;
}

/** What something lies in, each on its own: blocks, inline spans and HTML elements. */
export const DIMENSIONS = ["block", "inline", "html"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** @param names of the pieces; those that stand for the same have the same */
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
 * An item is known by the piece that it starts with, so that it stays the same one when it is reworded; several
 * that stand for the same are counted.
 */
function namesOfItems(
  items: readonly Enclosure[],
  spans: Spans,
  names: readonly number[],
): ReadonlyMap<Enclosure, string> {
  const there = spans.flatMap((span, index) => (span ? [{ ...span, name: names[index] }] : []));
  const counts = new Map<number | undefined, number>();
  const named = items.map((item) => {
    const found = there[lastUpTo(there, item.start)];
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

/** The last of places in order that does not start behind this one; -1 when there is none. */
export function lastUpTo(places: readonly { readonly start: number }[], at: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.start ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function runAt({ runs }: Markdown, place: number): Run | undefined {
  return runs[lastUpTo(runs, place)];
}

/** What two places have around both of them. */
type Around = Readonly<Record<Dimension, Enclosure | undefined>>;

const NOTHING: Around = { block: undefined, inline: undefined, html: undefined };

/** What is around the place between two pieces, or those that stand nearest to them. */
export function between(
  { markdown, upTo, from }: MarkdownView,
  above: number,
  below: number,
): Around {
  const [upper, lower] = [upTo[above], from[below]];
  const x = upper && runAt(markdown, endOf(markdown, upper));
  const y = lower && runAt(markdown, startOf(markdown, lower));
  if (x === undefined || y === undefined) return NOTHING;
  return {
    block: common(x.block, y.block),
    inline: x.block === y.block ? common(x.inline, y.inline) : undefined,
    html: common(x.html, y.html),
  };
}

/** Its last character that is no white space. */
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

function common(a: Enclosure | undefined, b: Enclosure | undefined): Enclosure | undefined {
  let [x, y] = [a, b];
  while (x !== y) {
    if (x === undefined || y === undefined) return undefined;
    if (x.depth >= y.depth) x = x.parent;
    else y = y.parent;
  }
  return x;
}

/** What the text of a piece lies in, from character to character. */
export interface Enclosed extends Readonly<Record<Dimension, readonly Stretch[]>> {
  readonly text: string;
}

interface Stretch {
  readonly start: number;
  readonly path: string;
}

/** What the text at a span lies in; marks of lists and quotes are no text. */
export function enclosed({ markdown, pathOf }: MarkdownView, { start, end }: Span): Enclosed {
  const { runs, text } = markdown;
  const found: Record<Dimension, Stretch[]> = { block: [], inline: [], html: [] };
  for (let at = Math.max(lastUpTo(runs, start), 0); at < runs.length; at += 1) {
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

/** Whether equal texts lie in the same, character by character; others must lie in one thing each, the same one. */
export function isAlike(a: Enclosed, b: Enclosed, dimension: Dimension): boolean {
  const [x, y] = [a[dimension], b[dimension]];
  if (a.text !== b.text) return new Set([...x, ...y].map(({ path }) => path)).size <= 1;
  return (
    x.length === y.length &&
    x.every(({ start, path }, at) => start === y[at]?.start && path === y[at].path)
  );
}

/** The same within something else. */
export function movedInto(to: string, from: string, piece: Enclosed): Enclosed {
  const follow = ({ start, path }: Stretch): Stretch => {
    return { start, path: path.startsWith(from) ? to + path.slice(from.length) : path };
  };
  const { text, block, inline, html } = piece;
  return { text, block: block.map(follow), inline: inline.map(follow), html: html.map(follow) };
}
