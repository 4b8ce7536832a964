import type { Versions } from "./conflict.ts";
import { sentencesOf, splitSentences } from "./split-sentences.ts";
import type { Block } from "./text-parts.ts";

/** So many are looked for one by one before all sentences are compared. */
const FEW = 64;

/**
 * Whether a merge has a sentence that one side took out: the other moved its block and changed it on the way, so
 * that it looks like a new one.
 */
export function bringsBack(merged: readonly Block[], blocks: Versions<readonly Block[]>): boolean {
  const suspects = missingBesideShared(blocks);
  if (suspects.length === 0) return false;
  if (suspects.length <= FEW && !suspects.some((text) => isInside(text, merged))) return false;
  const { base, ours, theirs } = sentencesOf(blocks);
  const kept = [ours, theirs].map(textsOf);
  const there = textsOf(splitSentences(merged));
  return base.some(({ text }) => there.has(text) && kept.some((side) => !side.has(text)));
}

/**
 * Sentences of the base that a side does not have in the blocks which are not the same in all three: every one
 * that a side took out, and such as it has elsewhere.
 */
function missingBesideShared({ base, ours, theirs }: Versions<readonly Block[]>): string[] {
  const [mine, other] = [keysOf(ours), keysOf(theirs)];
  const shared = keysOf(base).intersection(mine).intersection(other);
  const beside = (side: readonly Block[]): Block[] => side.filter((one) => !shared.has(keyOf(one)));
  const rest = sentencesOf({ base: beside(base), ours: beside(ours), theirs: beside(theirs) });
  const kept = [rest.ours, rest.theirs].map(textsOf);
  const missing = rest.base.filter(({ text }) => kept.some((side) => !side.has(text)));
  return [...textsOf(missing)];
}

function isInside(sentence: string, blocks: readonly Block[]): boolean {
  return blocks.some(({ text }) => text.includes(sentence));
}

function keysOf(blocks: readonly Block[]): Set<string> {
  return new Set(blocks.map(keyOf));
}

function keyOf({ kind, text }: Block): string {
  return `${kind} ${text}`;
}

function textsOf(tokens: readonly { readonly text: string }[]): Set<string> {
  return new Set(tokens.map(({ text }) => text));
}
