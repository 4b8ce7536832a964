import type { Versions } from "./conflict.ts";
import { threeWay, type Range } from "./three-way.ts";

export interface MergedLines {
  readonly text: string;
  /** Whether both sides changed the same lines; `text` then has those of ours. */
  readonly conflict: boolean;
}

/**
 * Merges texts line by line. Changes of lines next to each other meet, as they do for git, where nobody
 * knows what the file means; they pass where somebody sets right afterwards what it says.
 */
export function mergeLines(
  texts: Versions<string>,
  { touching }: { readonly touching: "pass" | "meet" },
): MergedLines {
  const lines = {
    base: splitLines(texts.base),
    ours: splitLines(texts.ours),
    theirs: splitLines(texts.theirs),
  };
  let conflict = false;
  const merged: string[] = [];
  for (const { kind, ours, theirs } of threeWay(lines, { touching })) {
    const [mine, other] = [cut(lines.ours, ours), cut(lines.theirs, theirs)];
    conflict ||= kind === "both" && mine.join("") !== other.join("");
    merged.push(...(kind === "theirs" ? other : mine));
  }
  return { text: merged.join(""), conflict };
}

/** With their line breaks. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function cut(lines: readonly string[], { start, end }: Range): readonly string[] {
  return lines.slice(start, end);
}
