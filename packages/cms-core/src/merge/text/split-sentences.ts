import type { Block } from "../../markdown/text-parts.ts";
import type { Versions } from "../sequence/conflict.ts";

/** A sentence of a paragraph, or a block that is only merged whole. */
export interface Sentence {
  readonly text: string;
  /** White space before it. */
  readonly before: string;
  /** Start offset in its text. */
  readonly start: number;
  /** Whether it starts its block. */
  readonly first: boolean;
  readonly kind: Block["kind"];
}

// A sentence ends with a mark, closing punctuation, and white space. Includes the marks of Latin, Indic, Arabic, Urdu,
// Armenian, Ethiopic, Burmese, and Khmer texts. The marks of Chinese and Japanese need no white space. A line that ends
// with two spaces or a backslash also ends a sentence.
const END =
  /(?<![.!?…।॥؟۔։።။។])[.!?…।॥؟۔։።။។]+["'”’»)\]*_]*([ \t]*\n[ \t]*|[ \t]+)|[。！？｡]+[」』）”’"'*_]*(\s*)|(?: {2}|\\)(\n[ \t]*)/g;

// Code, links, and tags: a mark inside doesn't end a sentence.
const WHOLE = /(?<!`)(`{1,8})[^`\n]{1,300}\1|\[[^[\]]{0,300}\]\([^()\n]{0,500}\)|<[^<>\n]{1,300}>/g;

/** Returns the sentences of each version. */
export function sentencesOf({
  base,
  ours,
  theirs,
}: Versions<readonly Block[]>): Versions<Sentence[]> {
  return {
    base: splitSentences(base),
    ours: splitSentences(ours),
    theirs: splitSentences(theirs),
  };
}

/** Returns the sentences of blocks, in order. */
export function splitSentences(blocks: readonly Block[]): Sentence[] {
  return blocks.flatMap((block) => {
    const { text, before, start, kind } = block;
    if (kind === "unit" || hasUnitInside(text)) {
      return [{ text, before, start, first: true, kind: "unit" as const }];
    }
    return sentencesOfBlock(block);
  });
}

/** Returns whether a quote or item contains a fenced block or a table. */
function hasUnitInside(text: string): boolean {
  return (
    text.includes("\n") &&
    (text.includes("```") || text.includes("~~~") || /^[ \t>]*\|/m.test(text))
  );
}

function sentencesOfBlock({ text, before, start: at, kind }: Block): Sentence[] {
  const sentences: Sentence[] = [];
  let [start, space] = [0, before];
  const sentence = (from: number, end: number): Sentence => {
    return {
      text: text.slice(from, end),
      before: space,
      start: at + from,
      first: from === 0,
      kind,
    };
  };
  for (const { end, gap } of findSentenceEnds(text, kind)) {
    sentences.push(sentence(start, end));
    [start, space] = [end + gap.length, gap];
  }
  sentences.push(sentence(start, text.length));
  return sentences;
}

/** Returns the ends of sentences in a text, with the white space after each. */
function findSentenceEnds(
  text: string,
  kind: Block["kind"],
): { readonly end: number; readonly gap: string }[] {
  const ends: { readonly at: number; readonly end: number; readonly gap: string }[] = [];
  for (const match of text.matchAll(END)) {
    const gap = match[1] ?? match[2] ?? match[3] ?? "";
    const last = match.index + match[0].length;
    const end = last - gap.length;
    if (last < text.length && !isListMark(text, kind, end))
      ends.push({ at: match.index, end, gap });
  }
  if (ends.length === 0) return [];
  const inside = findWholes(text);
  let next = 0;
  return ends.filter(({ at }) => {
    while ((inside[next]?.end ?? text.length) <= at) next += 1;
    return (inside[next]?.start ?? text.length) > at;
  });
}

/** Returns whether a period ends the number of a list item: `1. First`. */
function isListMark(text: string, kind: Block["kind"], end: number): boolean {
  return kind === "item" && end < 32 && /^[ \t]*\d{1,9}\.$/.test(text.slice(0, end));
}

function findWholes(text: string): { readonly start: number; readonly end: number }[] {
  return Array.from(text.matchAll(WHOLE), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}
