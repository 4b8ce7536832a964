import { trySpend, type StepBudget } from "../../base/step-budget.ts";
import type { ReadMarkdown } from "../../markdown/read-markdown.ts";
import type { Block, SplitText, TextParts } from "../../markdown/text-parts.ts";
import {
  mergeValue,
  pickSide,
  mergeUnlessBothChanged,
  type Versions,
} from "../sequence/conflict.ts";
import { holdsChanges } from "../sequence/contains-changes.ts";
import { type NumberedVersions, numberVersions } from "../sequence/diff-sequences.ts";
import { type Ranges, type Stretch, threeWay } from "../sequence/three-way.ts";
import {
  type Edges,
  type End,
  gapBetween,
  joinParts,
  shiftPieces,
  type Part,
  type Piece,
  type Pieces,
  type Side,
  SIDES,
  type Span,
  spanOf,
  type Token,
} from "./join-parts.ts";
import { restoresRemoved, keepsCounts } from "./keeps-counts.ts";
import { keepsMarkdown } from "./keeps-markdown.ts";
import { extractNumbers } from "./list-numbers.ts";
import { sentencesOf } from "./split-sentences.ts";

/** Characters that can end a line or a sentence. */
const ENDS = Array.from("\n.!?…।॥؟۔։።။។。！？｡\\");

const CHARACTERS_A_STEP = 8;

const END_STEPS = 80;

export interface MergedText {
  readonly text: string;
  /** Whether both sides changed the same sentence or block. `text` then contains one of the two versions. */
  readonly conflict: boolean;
}

interface MergingText {
  readonly split: SplitText;
  readonly budget: StepBudget;
  /** For Markdown: reads the texts, to check that the merge means what the sides mean. */
  readonly read?: ReadMarkdown;
}

/**
 * Merges a text by block, and blocks that both sides changed by sentence. Two edits conflict if they change the same
 * sentence or the same indivisible block, or insert different text at the same position. White space follows the
 * surrounding text, and the numbers of a list follow its items. When the steps run out, more edits conflict, and in
 * very long texts all of them.
 */
export function mergeText(texts: Versions<string>, merging: MergingText): MergedText {
  const settled = mergeUnlessBothChanged(texts);
  if (settled !== undefined) return { text: settled.merged, conflict: false };
  const extracted = merging.read && extractNumbers(texts, merging.read);
  if (extracted === undefined) return mergeNumberless(texts, merging);
  const merged = mergeNumberless(extracted.texts, merging);
  const { text, conflict } = extracted.restore(merged.text);
  return { text, conflict: merged.conflict || conflict };
}

function mergeNumberless(
  texts: Versions<string>,
  { split, budget, read }: MergingText,
): MergedText {
  const settled = mergeUnlessBothChanged(texts);
  if (settled !== undefined) return { text: settled.merged, conflict: false };
  const { base, ours, theirs } = texts;
  const steps = splittingSteps(base) + splittingSteps(ours) + splittingSteps(theirs);
  if (!trySpend(budget, TEXT_STEPS + steps)) {
    return { text: pickSide(ours, theirs), conflict: true };
  }
  const parts = { base: split(base), ours: split(ours), theirs: split(theirs) };
  const blocks = { base: parts.base.blocks, ours: parts.ours.blocks, theirs: parts.theirs.blocks };
  // Deleting a whole text conflicts with every edit in it, including one at its end.
  const isGone = parts.ours.blocks.length === 0 || parts.theirs.blocks.length === 0;
  const merged = isGone ? chooseSide(sentencesOf(blocks), budget) : mergeBlocks(blocks, budget);
  const edge = (side: (of: TextParts) => string): string =>
    mergeValue(side(parts.base), side(parts.ours), side(parts.theirs)).merged;
  const lead = edge(({ lead: space }) => space);
  const tail = edge((of) => of.tail);
  const text = lead + merged.text + tail;
  const now = split(text);
  if (merged.conflict || restoresRemoved(now.blocks, blocks)) return { text, conflict: true };
  const side = sideOf(now, parts);
  if (side !== undefined) return { text: texts[side], conflict: false };
  const pieces = shiftPieces(lead.length, merged.pieces);
  const isKept = keepsCounts(now.blocks, blocks) && keepsMeaning({ text, pieces }, texts, read);
  return { text, conflict: !isKept };
}

/**
 * If edits conflict, one side can still contain everything that the other did: of two items that changed places, either
 * can be taken for the moved one, and only one choice shows it.
 */
function mergeBlocks(blocks: Versions<readonly Block[]>, budget: StepBudget): Resolved {
  const merged = mergeTokens(blocks, { resolve: mergeSentences, budget });
  if (!merged.conflict) return merged;
  const whole = chooseSide(blocks, budget);
  return whole.conflict ? merged : whole;
}

/**
 * Returns the side that a merge equals, which needs no further checks. If the other side changed no white space between
 * its blocks, white space is ignored: the merge may not have recognized two neighbors.
 */
function sideOf(now: TextParts, parts: Versions<TextParts>): "ours" | "theirs" | undefined {
  const [text, original] = [textsIn(now), gapsOf(parts.base.blocks)];
  return (["ours", "theirs"] as const).find((side) => {
    if (textsIn(parts[side]) !== text) return false;
    if (now.blocks.every(({ before }, at) => before === parts[side].blocks[at]?.before))
      return true;
    const other = gapsOf(parts[side === "ours" ? "theirs" : "ours"].blocks);
    return original.entries().every(([pair, gap]) => (other.get(pair) ?? gap) === gap);
  });
}

/** Returns everything in a text except the white space between its blocks. */
function textsIn({ lead, blocks, tail }: TextParts): string {
  return JSON.stringify([lead, blocks.map(textOf), tail]);
}

/** Returns the white space between each pair of adjacent blocks. */
function gapsOf(blocks: readonly Block[]): ReadonlyMap<string, string> {
  return new Map(
    blocks.map(({ text, before }, at) => [`${blocks[at - 1]?.text ?? ""}\0${text}`, before]),
  );
}

function keepsMeaning(merged: Pieces, texts: Versions<string>, read?: ReadMarkdown): boolean {
  return read === undefined || keepsMarkdown(merged, texts, read);
}

const TEXT_STEPS = 200;

/** A merged stretch, and the sides on which its first and last token are those of the side's stretch. */
interface Resolved extends MergedText, Pieces {
  readonly starts: ReadonlySet<Side>;
  readonly ends: ReadonlySet<Side>;
  readonly head: End;
  readonly tail: End;
}

type Resolve<T> = (tokens: Versions<readonly T[]>, budget: StepBudget) => Resolved;

function mergeTokens<T extends Token>(
  tokens: Versions<readonly T[]>,
  { resolve, budget }: { readonly resolve: Resolve<T>; readonly budget: StepBudget },
): Resolved {
  const parts: Part[] = [];
  const items = numberVersions(textsOf(tokens));
  const isRevived = createRevivalCheck(items);
  let conflict = false;
  for (const stretch of threeWay(items, { budget })) {
    const isMet = stretch.kind === "both" && !isEqual(items, stretch);
    // Something moved next to removed text has lost its position, which isn't visible by sentence.
    const isTakenOut = isEmpty(stretch.ours) || isEmpty(stretch.theirs);
    const settle = stretch.moves && isTakenOut ? chooseSide : resolve;
    const found = isMet ? settle(sliceTokens(tokens, stretch), budget) : undefined;
    const part = found === undefined ? stretchPart(tokens, stretch) : wholePart(stretch, found);
    if (part !== undefined) parts.push(part);
    conflict ||= found?.conflict ?? isRevived(stretch);
  }
  return { ...joinParts(parts, tokens), conflict, ...partEnds(parts, tokens) };
}

function partEnds(
  parts: readonly Part[],
  tokens: Versions<readonly Token[]>,
): Omit<Resolved, keyof MergedText | keyof Pieces> {
  const [first, last] = [parts[0], parts.at(-1)];
  return {
    starts: new Set(SIDES.filter((side) => first?.[side].start === 0)),
    ends: new Set(SIDES.filter((side) => last?.[side].end === tokens[side].length)),
    head: first?.head ?? NOTHING,
    tail: last?.tail ?? NOTHING,
  };
}

function isEmpty({ start, end }: Ranges["base"]): boolean {
  return start === end;
}

const OF = { base: 1, ours: 2, theirs: 4 } as const;

/** Returns whether a stretch contains something that one side moved there and the other removed. */
function createRevivalCheck({
  base,
  ours,
  theirs,
  count,
}: NumberedVersions): (of: Stretch) => boolean {
  const sides = new Uint8Array(count);
  for (const item of base) sides[item] = OF.base;
  for (const item of ours) sides[item] = (sides[item] ?? 0) | OF.ours;
  for (const item of theirs) sides[item] = (sides[item] ?? 0) | OF.theirs;
  return ({ kind, ...ranges }) => {
    if (kind === "same" || kind === "both") return false;
    const { start, end } = ranges[kind];
    const items = kind === "ours" ? ours : theirs;
    return items.subarray(start, end).some((item) => sides[item] === (OF.base | OF[kind]));
  };
}

function wholePart(
  stretch: Ranges,
  { text, pieces, starts, ends, head, tail }: Resolved,
): Part | undefined {
  if (text === "") return undefined;
  const at = (side: Side): Edges => ({
    start: starts.has(side) ? stretch[side].start : undefined,
    end: ends.has(side) ? stretch[side].end : undefined,
  });
  return { text, pieces, head, tail, base: at("base"), ours: at("ours"), theirs: at("theirs") };
}

function sliceTokens<T>(tokens: Versions<readonly T[]>, ranges: Ranges): Versions<readonly T[]> {
  return {
    base: tokens.base.slice(ranges.base.start, ranges.base.end),
    ours: tokens.ours.slice(ranges.ours.start, ranges.ours.end),
    theirs: tokens.theirs.slice(ranges.theirs.start, ranges.theirs.end),
  };
}

function isEqual({ ours, theirs }: NumberedVersions, stretch: Stretch): boolean {
  const mine = ours.subarray(stretch.ours.start, stretch.ours.end);
  const other = theirs.subarray(stretch.theirs.start, stretch.theirs.end);
  return mine.length === other.length && mine.every((item, index) => item === other[index]);
}

/** Merges blocks that both sides changed, by sentence. */
function mergeSentences(blocks: Versions<readonly Block[]>, budget: StepBudget): Resolved {
  return mergeTokens(sentencesOf(blocks), { resolve: chooseSide, budget });
}

/** Resolves sentences that both sides changed: clean only if one side contains everything that the other did. */
function chooseSide(tokens: Versions<readonly Token[]>, budget: StepBudget): Resolved {
  const holds = holdsChanges(textsOf(tokens), budget);
  const [mine, other] = [joinTokens(tokens.ours), joinTokens(tokens.theirs)];
  const isOurs = holds.ours === holds.theirs ? pickSide(mine, other) === mine : holds.ours;
  const side = isOurs ? "ours" : "theirs";
  return resolveToSide(side, tokens, !holds.ours && !holds.theirs);
}

function resolveToSide(
  side: "ours" | "theirs",
  tokens: Versions<readonly Token[]>,
  conflict: boolean,
): Resolved {
  const edges = new Set<Side>([side]);
  const chosen = tokens[side];
  const isInBlock = [tokens.ours[0], tokens.theirs[0]].some((token) => token?.first === false);
  const head = endOf(chosen[0]);
  const ends = { head: { ...head, first: head.first && !isInBlock }, tail: endOf(chosen.at(-1)) };
  const whole = {
    base: spanOf(tokens.base),
    ours: spanOf(tokens.ours),
    theirs: spanOf(tokens.theirs),
  };
  const pieces: Piece[] = [];
  let text = "";
  for (const token of chosen) {
    if (text !== "") text += token.before;
    const start = text.length;
    text += token.text;
    pieces.push({ ...whole, [side]: spanOf([token]), start, end: text.length, decided: side });
  }
  return { text, pieces, conflict, starts: edges, ends: edges, ...ends };
}

const NOTHING: End = { kind: "prose", first: true };

function endOf(token: Token | undefined): End {
  return token === undefined ? NOTHING : { kind: token.kind, first: token.first !== false };
}

function textsOf({ base, ours, theirs }: Versions<readonly Token[]>): Versions<string[]> {
  return { base: base.map(textOf), ours: ours.map(textOf), theirs: theirs.map(textOf) };
}

function textOf({ text }: Token): string {
  return text;
}

function joinTokens(tokens: readonly Token[]): string {
  return tokens.map(({ text, before }, index) => (index === 0 ? text : before + text)).join("");
}

/** Returns the steps for splitting a text and processing its parts. Short lines need the most. */
function splittingSteps(text: string): number {
  let count = 0;
  for (const end of ENDS) {
    for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, at + 1)) count += 1;
  }
  return Math.ceil(text.length / CHARACTERS_A_STEP) + count * END_STEPS;
}

type Tokens = Versions<readonly Token[]>;

/** Returns the text of a non-empty stretch, with the positions of its tokens or of those they replace, on each side. */
function stretchPart(tokens: Tokens, stretch: Stretch): Part | undefined {
  const from = stretch.kind === "theirs" ? "theirs" : "ours";
  const { start, end } = stretch[from];
  const sidesWithTokens = SIDES.filter((side) => hasTokens(stretch, side));
  const endAt = (place: number): End => {
    const index = place - start;
    const begins = (side: Side): boolean =>
      tokens[side][stretch[side].start + index]?.first !== false;
    // Text that both sides reworded starts a block only if it does on both sides.
    const isInBlock =
      index === 0 &&
      SIDES.some((side) => side !== "base" && isReplaced(stretch, side) && !begins(side));
    const first = !isInBlock && sidesWithTokens.every(begins);
    return { kind: tokens[from][place]?.kind ?? "prose", first };
  };
  if (start === end) return undefined;
  const head = endAt(start);
  let [text, tail] = [tokens[from][start]?.text ?? "", head];
  const pieceOf = piecesOf(tokens, stretch);
  const pieces = [pieceOf(0, { start: 0, end: text.length })];
  for (let place = start + 1; place < end; place += 1) {
    const before = (side: Side): string | undefined =>
      sidesWithTokens.includes(side)
        ? tokens[side][stretch[side].start + place - start]?.before
        : undefined;
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
      hasTokens(stretch, side) ? spanOf(all[side].slice(index, index + 1)) : whole[side];
    return { ...span, base: of("base"), ours: of("ours"), theirs: of("theirs") };
  };
}

/** Returns whether a side has the tokens of a stretch rather than others in their place. */
function hasTokens({ kind }: Stretch, side: Side): boolean {
  return kind === "same" || (side !== "base" && (kind === "both" || kind === side));
}

function isReplaced(stretch: Stretch, side: Side): boolean {
  return stretch[side].start < stretch[side].end;
}

function edgesOf(stretch: Stretch, side: Side): Edges {
  const { start, end } = stretch[side];
  return isReplaced(stretch, side) || hasTokens(stretch, side)
    ? { start, end }
    : { start: undefined, end: undefined };
}
