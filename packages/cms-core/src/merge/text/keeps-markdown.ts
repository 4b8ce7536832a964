import type { Markdown, ReadMarkdown, Run } from "../../markdown/read-markdown.ts";
import type { Versions } from "../sequence/conflict.ts";
import { SIDES, type Piece, type Pieces, type Side, type Span } from "./join-parts.ts";
import {
  commonEnclosures,
  DIMENSIONS,
  type Enclosed,
  findEnclosures,
  haveSameEnclosures,
  lastIndexUpTo,
  type MarkdownView,
  replaceEnclosure,
  runAt,
  viewMarkdown,
} from "./markdown-view.ts";

/**
 * Returns whether a merged text, read as Markdown, means what the sides mean: every piece is in the blocks, inline
 * spans, links, and HTML elements in which a side put it or both left it; entirely new blocks are complete blocks of a
 * side; and each label is defined as on a side. Returns false if reading takes too many steps.
 */
export function keepsMarkdown(
  { text, pieces }: Pieces,
  texts: Versions<string>,
  read: ReadMarkdown,
): boolean {
  const [base, ours, theirs, now] = [texts.base, texts.ours, texts.theirs, text].map(read);
  if (!base || !ours || !theirs || !now) return false;
  const names = pieces.map((piece, index) => piece.base?.start ?? -1 - index);
  const viewOf = (markdown: Markdown, side: Side): MarkdownView =>
    viewMarkdown(
      markdown,
      pieces.map((piece) => piece[side]),
      names,
    );
  const merge: Merge = {
    pieces,
    base: viewOf(base, "base"),
    ours: viewOf(ours, "ours"),
    theirs: viewOf(theirs, "theirs"),
    merged: viewMarkdown(now, pieces, names),
  };
  return (
    keepsDefinitions(merge) &&
    keepsNewBlocks(merge) &&
    keepsMovedBlocks(merge) &&
    pieces.every((piece, index) => keepsNeighbour(merge, index) && keepsPlace(merge, piece, index))
  );
}

interface Merge extends Versions<MarkdownView> {
  readonly pieces: readonly Piece[];
  readonly merged: MarkdownView;
}

/** Returns whether a merged value is that of the side that changed it, or of both. */
function follows<T>(
  merged: T,
  { base, ours, theirs }: Versions<T>,
  same: (a: T, b: T) => boolean = Object.is,
): boolean {
  if (same(ours, theirs) || same(theirs, base)) return same(merged, ours);
  return same(ours, base) && same(merged, theirs);
}

function keepsDefinitions({ base, ours, theirs, merged }: Merge): boolean {
  const views = [base, ours, theirs, merged];
  const labels = views.flatMap(({ markdown }) => markdown.definitions.keys().toArray());
  return labels.every((label) => {
    const of = ({ markdown }: MarkdownView): string | undefined => markdown.definitions.get(label);
    return follows(of(merged), { base: of(base), ours: of(ours), theirs: of(theirs) });
  });
}

/** Returns whether each entirely new block is a complete block of a side, not the remains of one. */
function keepsNewBlocks({ pieces, merged: { markdown }, ...sides }: Merge): boolean {
  return markdown.leaves.every((leaf) => {
    const inside = piecesIn(pieces, leaf);
    const [first] = inside;
    if (first === undefined || inside.some(isOfAll)) return true;
    const text = textOf(markdown, leaf);
    return (["ours", "theirs"] as const).some((side) => {
      const { markdown: own } = sides[side];
      const start = first[side]?.start;
      if (start === undefined) return false;
      const block = runAt(own, start + Math.max(leaf.start - first.start, 0))?.block;
      return block !== undefined && textOf(own, block) === text;
    });
  });
}

function piecesIn(pieces: readonly Piece[], { start, end }: Span): Piece[] {
  const inside: Piece[] = [];
  for (let at = Math.max(lastIndexUpTo(pieces, start), 0); at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece === undefined || piece.start >= end) break;
    if (piece.end > start) inside.push(piece);
  }
  return inside;
}

function isOfAll(piece: Piece): boolean {
  return SIDES.every((side) => piece[side] !== undefined);
}

function textOf({ text }: Markdown, { start, end }: Span): string {
  return text.slice(start, end);
}

/**
 * Returns whether each block that all versions contain has the enclosing elements that the sides gave it, even if
 * moved.
 */
function keepsMovedBlocks({ base, ours, theirs, merged }: Merge): boolean {
  const views = { base, ours, theirs };
  const runs = { base: runsOf(base), ours: runsOf(ours), theirs: runsOf(theirs) };
  return runsOf(merged)
    .entries()
    .every(([text, now]) => {
      const isCopied = SIDES.some((side) => runs[side].get(text)?.length !== now.length);
      if (isCopied) return true;
      return (["block", "html"] as const).every((dimension) => {
        const places = (view: MarkdownView, all: readonly Run[] = []): string =>
          all.map((run) => view.pathOf(run[dimension])).join();
        const of = (side: Side): string => places(views[side], runs[side].get(text));
        const versions = { base: of("base"), ours: of("ours"), theirs: of("theirs") };
        return follows(places(merged, now), versions);
      });
    });
}

/** Returns the runs of blocks, by the text of the block. */
function runsOf({ markdown }: MarkdownView): ReadonlyMap<string, readonly Run[]> {
  const runs = new Map<string, Run[]>();
  for (const leaf of markdown.leaves) {
    const run = runAt(markdown, leaf.start);
    const text = textOf(markdown, leaf);
    const known = runs.get(text);
    if (run !== undefined && known !== undefined) known.push(run);
    else if (run !== undefined) runs.set(text, [run]);
  }
  return runs;
}

/** Returns whether a piece and the next one share as many enclosing blocks as on the sides. */
function keepsNeighbour({ pieces, base, merged, ...sides }: Merge, index: number): boolean {
  const pair = [index, index + 1];
  if (index + 1 >= pieces.length) return true;
  const depth = (view: MarkdownView): number | undefined =>
    commonEnclosures(view, index, index + 1).block?.depth;
  const side = pieces[index]?.decided;
  if (side !== undefined && side === pieces[index + 1]?.decided) {
    return depth(merged) === depth(sides[side]);
  }
  // A side that removed one of the two is ignored.
  const says = (view: MarkdownView): number | undefined =>
    depth(pair.some((at) => base.spans[at] && !view.spans[at]) ? base : view);
  const depths = { base: depth(base), ours: says(sides.ours), theirs: says(sides.theirs) };
  return follows(depth(merged), depths);
}

/** Returns whether a piece has the enclosing elements that the sides gave it. */
function keepsPlace(merge: Merge, piece: Piece, index: number): boolean {
  const now = findEnclosures(merge.merged, piece);
  const [base, ours, theirs] = SIDES.map((side) => {
    const span = piece[side];
    return span && findEnclosures(merge[side], span);
  });
  const own = piece.decided === "theirs" ? theirs : (ours ?? theirs);
  if (own === undefined) return false;
  const isNewOfOne = base === undefined && (ours === undefined || theirs === undefined);
  if (isNewOfOne) return keepsNewPlace(merge, index, { now, own });
  return DIMENSIONS.every((dimension) => {
    const same = (a: Enclosed, b: Enclosed): boolean => haveSameEnclosures(a, b, dimension);
    if ((piece.decided !== undefined && dimension !== "html") || !ours || !theirs)
      return same(now, own);
    return base === undefined
      ? same(ours, theirs) && same(now, own)
      : follows(now, { base, ours, theirs }, same);
  });
}

/**
 * Returns whether a new piece of one side has the enclosing elements given there, including changes of the other side
 * to these elements.
 */
function keepsNewPlace(
  { base, ...sides }: Merge,
  index: number,
  { now, own }: Readonly<Record<"now" | "own", Enclosed>>,
): boolean {
  const other = sides.ours.spans[index] === undefined ? sides.ours : sides.theirs;
  const [before, after] = [
    commonEnclosures(base, index, index),
    commonEnclosures(other, index, index),
  ];
  return DIMENSIONS.every((dimension) => {
    const [from, to] = [base.pathOf(before[dimension]), other.pathOf(after[dimension])];
    return haveSameEnclosures(now, from === to ? own : replaceEnclosure(to, from, own), dimension);
  });
}
