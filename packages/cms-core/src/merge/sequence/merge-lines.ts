import { trySpend, createStepBudget } from "../../base/step-budget.ts";
import type { Versions } from "./conflict.ts";
import { numberVersions } from "./diff-sequences.ts";
import { threeWay } from "./three-way.ts";

export interface MergedLines {
  readonly text: string;
  /** Whether both sides changed the same lines. `text` then contains those of ours. */
  readonly conflict: boolean;
}

export interface MergeLines {
  readonly touching: "pass" | "meet";
  /** @default 3,000,000 */
  readonly steps?: number;
}

const LINE_STEPS = 40;

/**
 * Merges texts line by line. With `meet`, changes of adjacent lines conflict, as in Git, because the meaning of the
 * file is unknown. With `pass`, they don't, for callers that correct the content afterward. When the steps run out, the
 * whole text is in conflict.
 */
export function mergeLines(
  texts: Versions<string>,
  { touching, steps = 3_000_000 }: MergeLines,
): MergedLines {
  const { base, ours, theirs } = texts;
  if (ours === theirs || theirs === base) return { text: ours, conflict: false };
  if (ours === base) return { text: theirs, conflict: false };
  const lines = { base: splitLines(base), ours: splitLines(ours), theirs: splitLines(theirs) };
  const budget = createStepBudget(steps);
  const count = lines.base.length + lines.ours.length + lines.theirs.length;
  if (!trySpend(budget, LINE_STEPS * count)) return { text: ours, conflict: true };
  let conflict = false;
  let text = "";
  for (const stretch of threeWay(numberVersions(lines), { touching, budget })) {
    const mine = lines.ours.slice(stretch.ours.start, stretch.ours.end).join("");
    const other = lines.theirs.slice(stretch.theirs.start, stretch.theirs.end).join("");
    conflict ||= stretch.kind === "both" && mine !== other;
    text += stretch.kind === "theirs" ? other : mine;
  }
  return { text, conflict };
}

/** Splits a text into lines, including their line breaks. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
