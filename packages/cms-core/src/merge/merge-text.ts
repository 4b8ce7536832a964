import { bringsBack } from "./brings-back.ts";
import type { Versions } from "./conflict.ts";
import { holdsChanges } from "./holds-changes.ts";
import {
  joinParts,
  SIDES,
  type Edges,
  type End,
  type Part,
  type Side,
  type Token,
} from "./join-parts.ts";
import { mergeValue, pick } from "./pick.ts";
import { sentencesOf } from "./split-sentences.ts";
import type { Block, SplitText, TextParts } from "./text-parts.ts";
import { threeWay, type Ranges, type Stretch } from "./three-way.ts";

export interface MergedText {
  readonly text: string;
  /** Whether both sides changed the same sentence or block; `text` then has one of the two there. */
  readonly conflict: boolean;
}

/**
 * Merges a text by its blocks, and those that both sides changed by their sentences. Two edits
 * meet when they change the same sentence, the same block that cannot be taken apart, or put
 * different text at the same place. White space follows the text that stands around it.
 */
export function mergeText(texts: Versions<string>, split: SplitText): MergedText {
  const { base, ours, theirs } = texts;
  if (ours === theirs || theirs === base) return { text: ours, conflict: false };
  if (ours === base) return { text: theirs, conflict: false };
  const parts = { base: split(base), ours: split(ours), theirs: split(theirs) };
  const blocks = { base: parts.base.blocks, ours: parts.ours.blocks, theirs: parts.theirs.blocks };
  // Whoever takes a whole text out meets every edit in it, also one at its end.
  const isGone = parts.ours.blocks.length === 0 || parts.theirs.blocks.length === 0;
  const merged = isGone ? decide(sentencesOf(blocks)) : mergeTokens(blocks, refine);
  const edge = (side: (of: TextParts) => string): string =>
    mergeValue(side(parts.base), side(parts.ours), side(parts.theirs)).merged;
  const text = edge(({ lead }) => lead) + merged.text + edge(({ tail }) => tail);
  const conflict = merged.conflict || bringsBack(split(text).blocks, blocks);
  return { text, conflict };
}

/** A merged stretch, and on which sides its first and last token are those of the side's stretch. */
interface Resolved extends MergedText {
  readonly starts: ReadonlySet<Side>;
  readonly ends: ReadonlySet<Side>;
  readonly head: End;
  readonly tail: End;
}

type Resolve<T> = (tokens: Versions<readonly T[]>) => Resolved;

function mergeTokens<T extends Token>(
  tokens: Versions<readonly T[]>,
  resolve: Resolve<T>,
): Resolved {
  const { base, ours, theirs } = tokens;
  const parts: Part[] = [];
  const isRevived = revivals(tokens);
  let conflict = false;
  for (const stretch of threeWay({
    base: textsOf(base),
    ours: textsOf(ours),
    theirs: textsOf(theirs),
  })) {
    const both = stretch.kind === "both" ? sliced(tokens, stretch) : undefined;
    if (both === undefined || isEqual(both.ours, both.theirs)) {
      parts.push(...partsOf(tokens, stretch));
      conflict ||= isRevived(stretch);
      continue;
    }
    const found = resolve(both);
    if (found.text !== "") parts.push(wholePart(stretch, found));
    conflict ||= found.conflict;
  }
  const [first, last] = [parts[0], parts.at(-1)];
  const starts = SIDES.filter((side) => first?.[side].start === 0);
  const ends = SIDES.filter((side) => last?.[side].end === tokens[side].length);
  const text = joinParts(parts, tokens);
  return {
    text,
    conflict,
    starts: new Set(starts),
    ends: new Set(ends),
    head: first?.head ?? NOTHING,
    tail: last?.tail ?? NOTHING,
  };
}

/** Whether a stretch has what one side moved there and the other took out. */
function revivals({ base, ours, theirs }: Versions<readonly Token[]>): (of: Stretch) => boolean {
  const sets = { ours: new Set(textsOf(ours)), theirs: new Set(textsOf(theirs)) };
  const missing = { ours: new Set<string>(), theirs: new Set<string>() };
  for (const { text } of base) {
    if (!sets.ours.has(text)) missing.theirs.add(text);
    if (!sets.theirs.has(text)) missing.ours.add(text);
  }
  return ({ kind, ...ranges }) => {
    if (kind === "same" || kind === "both" || missing[kind].size === 0) return false;
    const { start, end } = ranges[kind];
    const items = kind === "ours" ? ours : theirs;
    return items.slice(start, end).some(({ text }) => missing[kind].has(text));
  };
}

/** The tokens of a stretch, with the places that they have, or whose place they take, on each side. */
function partsOf(tokens: Versions<readonly Token[]>, stretch: Stretch): Part[] {
  const from = stretch.kind === "theirs" ? "theirs" : "ours";
  const { start, end } = stretch[from];
  return tokens[from].slice(start, end).map(({ text, kind }, index) => {
    const at = (side: Side): Edges => edgesAt(stretch, side, { index, last: end - start - 1 });
    const first = SIDES.every((side) => {
      const { start: place } = at(side);
      return !isThere(stretch, side) || tokens[side][place ?? 0]?.first !== false;
    });
    const both = { kind, first };
    const [base, ours, theirs] = [at("base"), at("ours"), at("theirs")];
    return { text, head: both, tail: both, base, ours, theirs };
  });
}

/** Whether a side has the tokens of a stretch, rather than others in their place. */
function isThere({ kind }: Stretch, side: Side): boolean {
  return kind === "same" || (side !== "base" && (kind === "both" || kind === side));
}

function edgesAt(
  stretch: Stretch,
  side: Side,
  { index, last }: { readonly index: number; readonly last: number },
): Edges {
  const { start, end } = stretch[side];
  if (isThere(stretch, side)) return { start: start + index, end: start + index + 1 };
  const isReplaced = start < end;
  return {
    start: isReplaced && index === 0 ? start : undefined,
    end: isReplaced && index === last ? end : undefined,
  };
}

function wholePart(stretch: Ranges, { text, starts, ends, head, tail }: Resolved): Part {
  const at = (side: Side): Edges => ({
    start: starts.has(side) ? stretch[side].start : undefined,
    end: ends.has(side) ? stretch[side].end : undefined,
  });
  return { text, head, tail, base: at("base"), ours: at("ours"), theirs: at("theirs") };
}

function sliced<T>(tokens: Versions<readonly T[]>, ranges: Ranges): Versions<readonly T[]> {
  return {
    base: tokens.base.slice(ranges.base.start, ranges.base.end),
    ours: tokens.ours.slice(ranges.ours.start, ranges.ours.end),
    theirs: tokens.theirs.slice(ranges.theirs.start, ranges.theirs.end),
  };
}

function isEqual(a: readonly Token[], b: readonly Token[]): boolean {
  return a.length === b.length && a.every(({ text }, index) => text === b[index]?.text);
}

/** Blocks that both sides changed, by their sentences. */
function refine(blocks: Versions<readonly Block[]>): Resolved {
  return mergeTokens(sentencesOf(blocks), decide);
}

/** Sentences that both sides changed: clean only when one side has all that the other did. */
function decide({ base, ours, theirs }: Versions<readonly Token[]>): Resolved {
  const texts = { base: textsOf(base), ours: textsOf(ours), theirs: textsOf(theirs) };
  if (holdsChanges(texts.ours, texts.theirs, texts.base)) return decided("ours", ours, false);
  if (holdsChanges(texts.theirs, texts.ours, texts.base)) return decided("theirs", theirs, false);
  const [mine, other] = [joined(ours), joined(theirs)];
  return pick(mine, other) === mine ? decided("ours", ours, true) : decided("theirs", theirs, true);
}

function decided(side: Side, tokens: readonly Token[], conflict: boolean): Resolved {
  const edges = new Set([side]);
  const ends = { head: endOf(tokens[0]), tail: endOf(tokens.at(-1)) };
  return { text: joined(tokens), conflict, starts: edges, ends: edges, ...ends };
}

const NOTHING: End = { kind: "prose", first: true };

function endOf(token: Token | undefined): End {
  return token === undefined ? NOTHING : { kind: token.kind, first: token.first !== false };
}

function textsOf(tokens: readonly Token[]): string[] {
  return tokens.map(({ text }) => text);
}

function joined(tokens: readonly Token[]): string {
  return tokens.map(({ text, before }, index) => (index === 0 ? text : before + text)).join("");
}
