/** A paragraph, list item, heading, table, fenced block … of a text. */
export interface Block {
  readonly text: string;
  /** The white space between this block and the one before it; of the first, empty. */
  readonly before: string;
  /** Where it starts in its text. */
  readonly start: number;
  /** `prose` and `item` may be merged by sentences, `unit` only whole. */
  readonly kind: "prose" | "item" | "unit";
}

/** A text taken apart: `lead`, the blocks with what stands before each, `tail`. */
export interface TextParts {
  readonly lead: string;
  readonly blocks: readonly Block[];
  readonly tail: string;
}

/** How a text is taken apart. */
export type SplitText = (text: string) => TextParts;

/** Plain text, as in a text area: each line is a paragraph. */
export function splitLines(text: string): TextParts {
  return collect(text, (lines) => lines.map(({ start, end }) => ({ start, end, kind: "prose" })));
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

/** Blocks from the lines that are not blank; `find` says which of them belong together. */
export function collect(
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

/** The lines that are not blank. */
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
