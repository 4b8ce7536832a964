import type { Block } from "../../markdown/text-parts.ts";
import type { Versions } from "../sequence/conflict.ts";
import { SIDES } from "./join-parts.ts";
import { splitSentences } from "./split-sentences.ts";

type Counts = ReadonlyMap<string, number>;

/**
 * Returns whether a merge repeats no block or sentence more often than the sides explain, and contains everything that
 * a side added or both kept. If both sides move a block to different places, each has it once, but their merge has it
 * twice.
 */
export function keepsCounts(
  merged: readonly Block[],
  { base, ours, theirs }: Versions<readonly Block[]>,
): boolean {
  const versions = {
    base: countBlocks(base),
    ours: countBlocks(ours),
    theirs: countBlocks(theirs),
  };
  // Blocks that exist in no version were combined from sentences.
  const now = countBlocks(merged)
    .entries()
    .filter(([text]) => SIDES.some((side) => versions[side].has(text)));
  if (!isExplained(now, versions)) return false;
  const isShared = ({ text }: Block): boolean => SIDES.every((side) => versions[side].has(text));
  const countOwnSentences = (blocks: readonly Block[]): Counts =>
    countSentences(blocks.filter((block) => !isShared(block)));
  const sentences = {
    base: countOwnSentences(base),
    ours: countOwnSentences(ours),
    theirs: countOwnSentences(theirs),
  };
  const left = countOwnSentences(merged);
  if (!isExplained(left.entries(), sentences)) return false;
  const missing = requiredSentences(sentences).filter((sentence) => !left.has(sentence));
  if (missing.length === 0) return true;
  const shared = countSentences(merged.filter(isShared));
  return missing.every((sentence) => shared.has(sentence));
}

function isExplained(
  now: IteratorObject<[string, number]>,
  { base, ours, theirs }: Versions<Counts>,
): boolean {
  return now.every(([text, times]) => {
    const [b, o, t] = [base.get(text) ?? 0, ours.get(text) ?? 0, theirs.get(text) ?? 0];
    return times <= Math.max(o, t, o + t - b);
  });
}

/** Returns the sentences that a side added or both kept. */
function requiredSentences({ base, ours, theirs }: Versions<Counts>): string[] {
  const stays = (other: Counts) => (sentence: string) => !base.has(sentence) || other.has(sentence);
  return [...ours.keys().filter(stays(theirs)), ...theirs.keys().filter(stays(ours))];
}

function countBlocks(blocks: readonly Block[]): Counts {
  return count(blocks.map(({ text }) => text));
}

function countSentences(blocks: readonly Block[]): Counts {
  return count(splitSentences(blocks).map(({ text }) => text));
}

function count(items: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/**
 * Returns whether a merge restores a sentence that one side removed. This happens if the other side moved its block and
 * changed it so much that it looks new, or only renumbered it, as with headings after a removed one. Blocks that are
 * equal in all three versions are only split if there is a suspect.
 */
export function restoresRemoved(
  merged: readonly Block[],
  { base, ours, theirs }: Versions<readonly Block[]>,
): boolean {
  const versions = { base, ours, theirs };
  if (hasSuspects(merged, versions)) return true;
  const [m, b, o, t] = [merged, base, ours, theirs].map((blocks) => blocks.map(withoutNumbers));
  return hasSuspects(m ?? [], { base: b ?? [], ours: o ?? [], theirs: t ?? [] });
}

function withoutNumbers(block: Block): Block {
  return { ...block, text: block.text.replace(/\p{Nd}+/gu, "0") };
}

function hasSuspects(
  merged: readonly Block[],
  { base, ours, theirs }: Versions<readonly Block[]>,
): boolean {
  const versions = [base, ours, theirs].map(kindsOf);
  const isShared = ({ kind, text }: Block): boolean =>
    versions.every((version) => version[kind].has(text));
  const ownSentences = (side: readonly Block[]): Set<string> =>
    sentencesOf(side.filter((block) => !isShared(block)));
  const commonSentences = ownSentences(ours).intersection(ownSentences(theirs));
  const suspects = ownSentences(merged)
    .intersection(ownSentences(base))
    .difference(commonSentences);
  if (suspects.size === 0) return false;
  return suspects.difference(sentencesOf(base.filter(isShared))).size > 0;
}

/** Returns the texts of blocks by kind. */
function kindsOf(blocks: readonly Block[]): Readonly<Record<Block["kind"], ReadonlySet<string>>> {
  const kinds = { prose: new Set<string>(), item: new Set<string>(), unit: new Set<string>() };
  for (const { kind, text } of blocks) kinds[kind].add(text);
  return kinds;
}

function sentencesOf(blocks: readonly Block[]): Set<string> {
  return new Set(splitSentences(blocks).map(({ text }) => text));
}
