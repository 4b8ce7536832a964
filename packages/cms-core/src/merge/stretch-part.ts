import type { Versions } from "./conflict.ts";
import {
  gapBetween,
  SIDES,
  type Edges,
  type End,
  type Part,
  type Side,
  type Token,
} from "./join-parts.ts";
import type { Stretch } from "./three-way.ts";

type Tokens = Versions<readonly Token[]>;

/** The text of a stretch that has tokens, and the places that they have, or whose place they take, on each side. */
export function stretchPart(tokens: Tokens, stretch: Stretch): Part | undefined {
  const from = stretch.kind === "theirs" ? "theirs" : "ours";
  const { start, end } = stretch[from];
  const there = SIDES.filter((side) => isThere(stretch, side));
  const endAt = (place: number): End => {
    const index = place - start;
    const first = there.every((side) => tokens[side][stretch[side].start + index]?.first !== false);
    return { kind: tokens[from][place]?.kind ?? "prose", first };
  };
  if (start === end) return undefined;
  const head = endAt(start);
  let [text, tail] = [tokens[from][start]?.text ?? "", head];
  for (let place = start + 1; place < end; place += 1) {
    const before = (side: Side): string | undefined =>
      there.includes(side) ? tokens[side][stretch[side].start + place - start]?.before : undefined;
    const gaps = { base: before("base"), ours: before("ours"), theirs: before("theirs") };
    const below = endAt(place);
    text += gapBetween(gaps, { text: tokens[from][place - 1]?.text ?? "", end: tail }, below);
    text += tokens[from][place]?.text ?? "";
    tail = below;
  }
  const at = (side: Side): Edges => edgesOf(stretch, side);
  return { text, head, tail, base: at("base"), ours: at("ours"), theirs: at("theirs") };
}

/** Whether a side has the tokens of a stretch, rather than others in their place. */
function isThere({ kind }: Stretch, side: Side): boolean {
  return kind === "same" || (side !== "base" && (kind === "both" || kind === side));
}

function edgesOf(stretch: Stretch, side: Side): Edges {
  const { start, end } = stretch[side];
  const isReplaced = start < end;
  return isReplaced || isThere(stretch, side)
    ? { start, end }
    : { start: undefined, end: undefined };
}
