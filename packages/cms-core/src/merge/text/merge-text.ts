import { trySpend, type StepBudget } from "../../base/step-budget.ts";
import type { ReadMarkdown } from "../../markdown/read-markdown.ts";
import type { Block, SplitText, TextParts } from "../../markdown/text-parts.ts";
import { mergeValue, pick, unlessBoth, type Versions } from "../sequence/conflict.ts";
import { type NumberedVersions, numberVersions } from "../sequence/diff-sequences.ts";
import { holdsChanges } from "../sequence/holds-changes.ts";
import { type Ranges, type Stretch, threeWay } from "../sequence/three-way.ts";
import {
  type Edges,
  type End,
  gapBetween,
  joinParts,
  movedBy,
  type Part,
  type Piece,
  type Pieces,
  type Side,
  SIDES,
  type Span,
  spanOf,
  type Token,
} from "./join-parts.ts";
import { bringsBack, keepsCounts } from "./keeps-counts.ts";
import { keepsMarkdown } from "./keeps-markdown.ts";
import { setNumbersAside } from "./list-numbers.ts";
import { sentencesOf } from "./split-sentences.ts";

/** What may end a line or a sentence. */
const ENDS = Array.from("\n.!?…।॥؟۔։።။។。！？｡\\");

const CHARACTERS_A_STEP = 8;

const END_STEPS = 80;

export interface MergedText {
  readonly text: string;
  /** Whether both sides changed the same sentence or block; `text` then has one of the two there. */
  readonly conflict: boolean;
}

interface MergingText {
  readonly split: SplitText;
  readonly budget: StepBudget;
  /** For Markdown: what the merge means is compared with what the sides mean. */
  readonly read?: ReadMarkdown;
}

/**
 * Merges a text by its blocks, and those that both sides changed by their sentences. Two edits
 * meet when they change the same sentence, the same block that cannot be taken apart, or put
 * different text at the same place. White space follows the text that stands around it, and the numbers of a list
 * follow its items. What the steps do not suffice to tell apart meets, and of texts that are too long for them
 * everything does.
 */
export function mergeText(texts: Versions<string>, merging: MergingText): MergedText {
  const settled = unlessBoth(texts);
  if (settled !== undefined) return { text: settled.merged, conflict: false };
  const aside = merging.read && setNumbersAside(texts, merging.read);
  if (aside === undefined) return mergeWords(texts, merging);
  const merged = mergeWords(aside.texts, merging);
  const { text, conflict } = aside.restore(merged.text);
  return { text, conflict: merged.conflict || conflict };
}

function mergeWords(texts: Versions<string>, { split, budget, read }: MergingText): MergedText {
  const settled = unlessBoth(texts);
  if (settled !== undefined) return { text: settled.merged, conflict: false };
  const { base, ours, theirs } = texts;
  const steps = splittingSteps(base) + splittingSteps(ours) + splittingSteps(theirs);
  if (!trySpend(budget, TEXT_STEPS + steps)) {
    return { text: pick(ours, theirs), conflict: true };
  }
  const parts = { base: split(base), ours: split(ours), theirs: split(theirs) };
  const blocks = { base: parts.base.blocks, ours: parts.ours.blocks, theirs: parts.theirs.blocks };
  // Whoever takes a whole text out meets every edit in it, also one at its end.
  const isGone = parts.ours.blocks.length === 0 || parts.theirs.blocks.length === 0;
  const merged = isGone ? decide(sentencesOf(blocks), budget) : mergeBlocks(blocks, budget);
  const edge = (side: (of: TextParts) => string): string =>
    mergeValue(side(parts.base), side(parts.ours), side(parts.theirs)).merged;
  const lead = edge(({ lead: space }) => space);
  const tail = edge((of) => of.tail);
  const text = lead + merged.text + tail;
  const now = split(text);
  if (merged.conflict || bringsBack(now.blocks, blocks)) return { text, conflict: true };
  const side = sideOf(now, parts);
  if (side !== undefined) return { text: texts[side], conflict: false };
  const pieces = movedBy(lead.length, merged.pieces);
  const isKept = keepsCounts(now.blocks, blocks) && keepsMeaning({ text, pieces }, texts, read);
  return { text, conflict: !isKept };
}

/**
 * Where edits meet, one side may still have all that the other did: of two items that changed places either may be taken
 * for the one that was moved, and only one of the two shows it.
 */
function mergeBlocks(blocks: Versions<readonly Block[]>, budget: StepBudget): Resolved {
  const merged = mergeTokens(blocks, { resolve: refine, budget });
  if (!merged.conflict) return merged;
  const whole = decide(blocks, budget);
  return whole.conflict ? merged : whole;
}

/**
 * The side that a merge is, as it stands: then nothing is put together. Where the other side changed no white space between
 * its blocks, that of the merge is not looked at: it may have taken two neighbours for strangers.
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

/** All of a text but the white space between its blocks. */
function textsIn({ lead, blocks, tail }: TextParts): string {
  return JSON.stringify([lead, blocks.map(textOf), tail]);
}

/** The white space between each two blocks that stand side by side. */
function gapsOf(blocks: readonly Block[]): ReadonlyMap<string, string> {
  return new Map(
    blocks.map(({ text, before }, at) => [`${blocks[at - 1]?.text ?? ""}\0${text}`, before]),
  );
}

function keepsMeaning(merged: Pieces, texts: Versions<string>, read?: ReadMarkdown): boolean {
  return read === undefined || keepsMarkdown(merged, texts, read);
}

const TEXT_STEPS = 200;

/** A merged stretch, and on which sides its first and last token are those of the side's stretch. */
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
  const isRevived = revivals(items);
  let conflict = false;
  for (const stretch of threeWay(items, { budget })) {
    const isMet = stretch.kind === "both" && !isEqual(items, stretch);
    // What was moved beside something that is gone has lost its place; sentence by sentence that is not seen.
    const isTakenOut = isEmpty(stretch.ours) || isEmpty(stretch.theirs);
    const settle = stretch.moves && isTakenOut ? decide : resolve;
    const found = isMet ? settle(sliced(tokens, stretch), budget) : undefined;
    const part = found === undefined ? stretchPart(tokens, stretch) : wholePart(stretch, found);
    if (part !== undefined) parts.push(part);
    conflict ||= found?.conflict ?? isRevived(stretch);
  }
  return { ...joinParts(parts, tokens), conflict, ...endsOf(parts, tokens) };
}

function endsOf(
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

/** Whether a stretch has what one side moved there and the other took out. */
function revivals({ base, ours, theirs, count }: NumberedVersions): (of: Stretch) => boolean {
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

function sliced<T>(tokens: Versions<readonly T[]>, ranges: Ranges): Versions<readonly T[]> {
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

/** Blocks that both sides changed, by their sentences. */
function refine(blocks: Versions<readonly Block[]>, budget: StepBudget): Resolved {
  return mergeTokens(sentencesOf(blocks), { resolve: decide, budget });
}

/** Sentences that both sides changed: clean only when one side has all that the other did. */
function decide(tokens: Versions<readonly Token[]>, budget: StepBudget): Resolved {
  const holds = holdsChanges(textsOf(tokens), budget);
  const [mine, other] = [joined(tokens.ours), joined(tokens.theirs)];
  const isOurs = holds.ours === holds.theirs ? pick(mine, other) === mine : holds.ours;
  const side = isOurs ? "ours" : "theirs";
  return decided(side, tokens, !holds.ours && !holds.theirs);
}

function decided(
  side: "ours" | "theirs",
  tokens: Versions<readonly Token[]>,
  conflict: boolean,
): Resolved {
  const edges = new Set<Side>([side]);
  const taken = tokens[side];
  const isInBlock = [tokens.ours[0], tokens.theirs[0]].some((token) => token?.first === false);
  const head = endOf(taken[0]);
  const ends = { head: { ...head, first: head.first && !isInBlock }, tail: endOf(taken.at(-1)) };
  const whole = {
    base: spanOf(tokens.base),
    ours: spanOf(tokens.ours),
    theirs: spanOf(tokens.theirs),
  };
  const pieces: Piece[] = [];
  let text = "";
  for (const token of taken) {
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

function joined(tokens: readonly Token[]): string {
  return tokens.map(({ text, before }, index) => (index === 0 ? text : before + text)).join("");
}

/** The steps that it takes to take a text apart and to go through its parts: most come from short lines. */
function splittingSteps(text: string): number {
  let count = 0;
  for (const end of ENDS) {
    for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, at + 1)) count += 1;
  }
  return Math.ceil(text.length / CHARACTERS_A_STEP) + count * END_STEPS;
}

type Tokens = Versions<readonly Token[]>;

/** The text of a stretch that has tokens, and the places that they have, or whose place they take, on each side. */
function stretchPart(tokens: Tokens, stretch: Stretch): Part | undefined {
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
