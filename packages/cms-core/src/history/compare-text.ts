import { diffSequences } from "../merge/diff-sequences.ts";
import type { Hunk } from "../merge/hunk.ts";

/** A stretch of a text that stayed, came or went. */
export interface TextChange {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

const words = new Intl.Segmenter("und", { granularity: "word" });

/**
 * What makes one text another, word by word; what stays and what comes is the new text, what stays and
 * what goes the old one. Lines are compared first, so that long texts take no longer than their changes.
 */
export function compareText(before: string, after: string): TextChange[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  return join(walk(a, b, diffSequences(a, b), compareWords));
}

function compareWords(before: string, after: string): TextChange[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  return walk(a, b, readable(a, diffSequences(a, b)), (removed, added) => [
    { kind: "removed", text: removed },
    { kind: "added", text: added },
  ]);
}

/** Changes between which only spaces and marks stayed are one: a phrase was replaced, not each word. */
function readable(before: readonly string[], hunks: readonly Hunk[]): Hunk[] {
  const list: Hunk[] = [];
  for (const hunk of hunks) {
    const last = list.at(-1);
    const between = before.slice(last?.end ?? 0, hunk.start);
    if (last === undefined || between.some((text) => WORD.test(text))) list.push(hunk);
    else list[list.length - 1] = { ...last, end: hunk.end, to: hunk.to };
  }
  return list;
}

const WORD = /[\p{L}\p{N}\n]/u;

function walk(
  a: readonly string[],
  b: readonly string[],
  hunks: readonly Hunk[],
  change: (removed: string, added: string) => TextChange[],
): TextChange[] {
  const changes: TextChange[] = [];
  let at = 0;
  for (const { start, end, from, to } of hunks) {
    changes.push({ kind: "same", text: a.slice(at, start).join("") });
    changes.push(...change(a.slice(start, end).join(""), b.slice(from, to).join("")));
    at = end;
  }
  return [...changes, { kind: "same", text: a.slice(at).join("") }];
}

/** Without empty stretches; neighbours of one kind are one. */
function join(changes: readonly TextChange[]): TextChange[] {
  const joined: TextChange[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    if (change.text === "") continue;
    if (last?.kind === change.kind) {
      joined[joined.length - 1] = { ...last, text: last.text + change.text };
    } else joined.push(change);
  }
  return joined;
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function wordsOf(text: string): string[] {
  return Array.from(words.segment(text), ({ segment }) => segment);
}
