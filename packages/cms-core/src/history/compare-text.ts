import { trySpend, type StepBudget } from "../base/step-budget.ts";
import type { Hunk } from "../merge/sequence/conflict.ts";
import { diffSequences } from "../merge/sequence/diff-sequences.ts";

/** A part of a text that was kept, added, or removed. */
export interface TextChange {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

const words = new Intl.Segmenter("und", { granularity: "word" });

const LINE_STEPS = 20;
const STRETCH_STEPS = 600;
const PIECE_STEPS = 4;

/**
 * Compares two texts word by word. The kept and added parts form the new text, the kept and removed parts the old one.
 * Compares lines first, so that long texts take only as long as their changes. If the steps don't suffice, the changes
 * are coarser: phrases, lines, or the whole text.
 */
export function compareText(before: string, after: string, budget: StepBudget): TextChange[] {
  if (!trySpend(budget, LINE_STEPS * (countLines(before) + countLines(after)))) {
    return join(replaced(before, after));
  }
  const [a, b] = [linesOf(before), linesOf(after)];
  const change = (removed: string, added: string): TextChange[] =>
    compareWords(removed, added, budget);
  return join(walk(a, b, diffSequences(a, b, budget), change));
}

function compareWords(before: string, after: string, budget: StepBudget): TextChange[] {
  if (before === "" || after === "" || !trySpend(budget, STRETCH_STEPS))
    return replaced(before, after);
  const length = before.length + after.length;
  const split = trySpend(budget, wordSteps(before) + wordSteps(after)) ? wordsOf : piecesOf;
  if (split === piecesOf && !trySpend(budget, PIECE_STEPS * length)) return replaced(before, after);
  const [a, b] = [split(before), split(after)];
  return walk(a, b, readable(a, diffSequences(a, b, budget)), replaced);
}

function replaced(before: string, after: string): TextChange[] {
  return [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
}

/** Joins changes separated only by spaces and punctuation, so that a replaced phrase is one change. */
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

/** Removes empty parts and joins neighbors of the same kind. */
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

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

// From Thai on, most scripts have no spaces between words, which must be looked up in a dictionary.
const THAI = 0x0e00;

/** Number of steps needed to split a text into words. */
function wordSteps(text: string): number {
  let steps = 0;
  for (let at = 0; at < text.length; at += 1) steps += text.charCodeAt(at) < THAI ? 8 : 30;
  return steps;
}

function wordsOf(text: string): string[] {
  return Array.from(words.segment(text), ({ segment }) => segment);
}

/** Splits at spaces and punctuation; in Chinese or Thai, that gives phrases. */
function piecesOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_]/gu) ?? [];
}
