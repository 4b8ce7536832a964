import type { Versions } from "../sequence/conflict.ts";
import { splitSentences } from "./split-sentences.ts";
import type { Block } from "./text-parts.ts";

/**
 * Whether a merge has a sentence that one side took out: the other moved its block and changed it on the way, so
 * that it looks like a new one. Blocks that are the same in all three versions tell nothing, and are only
 * taken apart to see whether they have a suspect, too.
 */
export function bringsBack(
  merged: readonly Block[],
  { base, ours, theirs }: Versions<readonly Block[]>,
): boolean {
  const versions = [base, ours, theirs].map(kindsOf);
  const isShared = ({ kind, text }: Block): boolean =>
    versions.every((version) => version[kind].has(text));
  const beside = (side: readonly Block[]): Set<string> =>
    sentencesOf(side.filter((block) => !isShared(block)));
  const kept = beside(ours).intersection(beside(theirs));
  const suspects = beside(merged).intersection(beside(base)).difference(kept);
  if (suspects.size === 0) return false;
  return suspects.difference(sentencesOf(base.filter(isShared))).size > 0;
}

/** The texts of blocks, by their kind. */
function kindsOf(blocks: readonly Block[]): Readonly<Record<Block["kind"], ReadonlySet<string>>> {
  const kinds = { prose: new Set<string>(), item: new Set<string>(), unit: new Set<string>() };
  for (const { kind, text } of blocks) kinds[kind].add(text);
  return kinds;
}

function sentencesOf(blocks: readonly Block[]): Set<string> {
  return new Set(splitSentences(blocks).map(({ text }) => text));
}
