/** A block of a text, such as a paragraph, list item, heading, table, or fenced block. */
export interface Block {
  readonly text: string;
  /** White space between the previous block and this one; empty for the first block. */
  readonly before: string;
  /** Start offset in its text. */
  readonly start: number;
  /** `prose` and `item` can be merged by sentence, `unit` only whole. */
  readonly kind: "prose" | "item" | "unit";
}

/** A split text: `lead`, the blocks with their preceding white space, `tail`. */
export interface TextParts {
  readonly lead: string;
  readonly blocks: readonly Block[];
  readonly tail: string;
}

/** Splits a text into blocks. */
export type SplitText = (text: string) => TextParts;

/** Splits plain text, as in a text area: each line is a paragraph. */
export function splitLines(text: string): TextParts {
  return collectBlocks(text, (lines) =>
    lines.map(({ start, end }) => ({ start, end, kind: "prose" })),
  );
}

export interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: Block["kind"];
}

/** Creates blocks from non-blank lines. `find` determines which lines belong together. */
export function collectBlocks(
  text: string,
  find: (lines: readonly Line[]) => readonly Span[],
): TextParts {
  const blocks: Block[] = [];
  let [lead, last] = ["", 0];
  for (const { start, end, kind } of find(linesOf(text))) {
    const between = text.slice(last, start);
    if (blocks.length === 0) lead = between;
    const before = blocks.length === 0 ? "" : between;
    blocks.push({ text: text.slice(start, end), before, start, kind });
    last = end;
  }
  return blocks.length === 0
    ? { lead: text, blocks, tail: "" }
    : { lead, blocks, tail: text.slice(last) };
}

/** Returns the non-blank lines. */
function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    const line = text.slice(start, end);
    if (line.trim() !== "") lines.push({ text: line, start, end });
    start = end + 1;
  }
  return lines;
}
