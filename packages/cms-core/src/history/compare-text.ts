import { afford, type Work } from "../base/work.ts";
import type { Hunk } from "../merge/sequence/conflict.ts";
import { diffSequences } from "../merge/sequence/diff-sequences.ts";

/** A stretch of a text that stayed, came or went. */
export interface TextChange {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

const words = new Intl.Segmenter("und", { granularity: "word" });

const LINE_STEPS = 20;
const STRETCH_STEPS = 600;
const PIECE_STEPS = 4;

/**
 * What makes one text another, word by word; what stays and what comes is the new text, what stays and
 * what goes the old one. Lines are compared first, so that long texts take no longer than their changes.
 * Where the steps do not suffice, larger pieces came and went: phrases, lines, the whole text.
 */
export function compareText(before: string, after: string, work: Work): TextChange[] {
  if (!afford(work, LINE_STEPS * (countLines(before) + countLines(after)))) {
    return join(replaced(before, after));
  }
  const [a, b] = [linesOf(before), linesOf(after)];
  const change = (removed: string, added: string): TextChange[] =>
    compareWords(removed, added, work);
  return join(walk(a, b, diffSequences(a, b, work), change));
}

function compareWords(before: string, after: string, work: Work): TextChange[] {
  if (before === "" || after === "" || !afford(work, STRETCH_STEPS)) return replaced(before, after);
  const length = before.length + after.length;
  const split = afford(work, wordSteps(before) + wordSteps(after)) ? wordsOf : piecesOf;
  if (split === piecesOf && !afford(work, PIECE_STEPS * length)) return replaced(before, after);
  const [a, b] = [split(before), split(after)];
  return walk(a, b, readable(a, diffSequences(a, b, work)), replaced);
}

function replaced(before: string, after: string): TextChange[] {
  return [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
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

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

// From Thai on, most scripts are written without spaces, and words are looked up in a dictionary.
const THAI = 0x0e00;

/** The steps that it takes to part a text into words. */
function wordSteps(text: string): number {
  let steps = 0;
  for (let at = 0; at < text.length; at += 1) steps += text.charCodeAt(at) < THAI ? 8 : 30;
  return steps;
}

function wordsOf(text: string): string[] {
  return Array.from(words.segment(text), ({ segment }) => segment);
}

/** Words as spaces and marks part them: in Chinese or Thai, phrases. */
function piecesOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_]/gu) ?? [];
}
