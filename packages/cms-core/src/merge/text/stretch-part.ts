import type { Versions } from "../sequence/conflict.ts";
import type { Stretch } from "../sequence/three-way.ts";
import {
  gapBetween,
  SIDES,
  spanOf,
  type Edges,
  type End,
  type Part,
  type Piece,
  type Side,
  type Span,
  type Token,
} from "./join-parts.ts";

type Tokens = Versions<readonly Token[]>;

/** The text of a stretch that has tokens, and the places that they have, or whose place they take, on each side. */
export function stretchPart(tokens: Tokens, stretch: Stretch): Part | undefined {
  const from = stretch.kind === "theirs" ? "theirs" : "ours";
  const { start, end } = stretch[from];
  const there = SIDES.filter((side) => isThere(stretch, side));
  const endAt = (place: number): End => {
    const index = place - start;
    const begins = (side: Side): boolean =>
      tokens[side][stretch[side].start + index]?.first !== false;
    // What both have a wording of begins a block only if it does on both sides.
    const isInBlock =
      index === 0 &&
      SIDES.some((side) => side !== "base" && isReplaced(stretch, side) && !begins(side));
    const first = !isInBlock && there.every(begins);
    return { kind: tokens[from][place]?.kind ?? "prose", first };
  };
  if (start === end) return undefined;
  const head = endAt(start);
  let [text, tail] = [tokens[from][start]?.text ?? "", head];
  const pieceOf = piecesOf(tokens, stretch);
  const pieces = [pieceOf(0, { start: 0, end: text.length })];
  for (let place = start + 1; place < end; place += 1) {
    const before = (side: Side): string | undefined =>
      there.includes(side) ? tokens[side][stretch[side].start + place - start]?.before : undefined;
    const gaps = { base: before("base"), ours: before("ours"), theirs: before("theirs") };
    const below = endAt(place);
    text += gapBetween(gaps, { text: tokens[from][place - 1]?.text ?? "", end: tail }, below);
    const at = text.length;
    text += tokens[from][place]?.text ?? "";
    pieces.push(pieceOf(place - start, { start: at, end: text.length }));
    tail = below;
  }
  const at = (side: Side): Edges => edgesOf(stretch, side);
  return { text, pieces, head, tail, base: at("base"), ours: at("ours"), theirs: at("theirs") };
}

function piecesOf(tokens: Tokens, stretch: Stretch): (index: number, span: Span) => Piece {
  const inPlace = (side: Side): readonly Token[] =>
    tokens[side].slice(stretch[side].start, stretch[side].end);
  const all = { base: inPlace("base"), ours: inPlace("ours"), theirs: inPlace("theirs") };
  const whole = { base: spanOf(all.base), ours: spanOf(all.ours), theirs: spanOf(all.theirs) };
  return (index, span) => {
    const of = (side: Side): Span | undefined =>
      isThere(stretch, side) ? spanOf(all[side].slice(index, index + 1)) : whole[side];
    return { ...span, base: of("base"), ours: of("ours"), theirs: of("theirs") };
  };
}

/** Whether a side has the tokens of a stretch, rather than others in their place. */
function isThere({ kind }: Stretch, side: Side): boolean {
  return kind === "same" || (side !== "base" && (kind === "both" || kind === side));
}

function isReplaced(stretch: Stretch, side: Side): boolean {
  return stretch[side].start < stretch[side].end;
}

function edgesOf(stretch: Stretch, side: Side): Edges {
  const { start, end } = stretch[side];
  return isReplaced(stretch, side) || isThere(stretch, side)
    ? { start, end }
    : { start: undefined, end: undefined };
}
