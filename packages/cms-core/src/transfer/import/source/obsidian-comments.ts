/** Text without Obsidian comments. */
interface Uncommented {
  readonly text: string;
  /** Line numbers at which a comment starts, from 1. */
  readonly lines: readonly number[];
}

/**
 * Removes Obsidian's `%%comments%%` from Markdown: within a line, over several lines, and from a `%%` at the start of a
 * line to the end. Code is kept. Line breaks stay, so that line numbers don't change.
 */
export function withoutComments(text: string): Uncommented {
  const parts: string[] = [];
  const starts: number[] = [];
  let done = 0;
  for (const { start, end } of findComments(text)) {
    const breaks = text.slice(start, end).replaceAll(/[^\n]/g, "");
    parts.push(text.slice(done, start), breaks);
    starts.push(start);
    done = end;
  }
  if (starts.length === 0) return { text, lines: [] };
  parts.push(text.slice(done));
  return { text: parts.join(""), lines: linesAt(text, starts) };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const MARK = "%%";

function findComments(text: string): readonly Span[] {
  const comments: Span[] = [];
  if (!text.includes(MARK)) return comments;
  const next = /%%|`+|^[ \t>]*(?:`{3,}|~{3,})[^\n]*/gm;
  const open = new Set<number>();
  let paragraph = 0;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [mark] = found;
    const start = found.index;
    if (mark === MARK) {
      const end = commentEnd(text, start);
      if (end === undefined) continue;
      comments.push({ start, end });
      next.lastIndex = end;
    } else if (/^[ \t>]*(?:`{3}|~{3})/.test(mark)) {
      next.lastIndex = fenceEnd(text, start, mark);
    } else {
      if (start >= paragraph) {
        open.clear();
        paragraph = blankLine(text, start);
      }
      // The end of an unclosed run of backticks is searched only once per paragraph.
      const end = open.has(mark.length)
        ? undefined
        : codeEnd(text, next.lastIndex, mark, paragraph);
      if (end === undefined) open.add(mark.length);
      else next.lastIndex = end;
    }
  }
  return comments;
}

/** Returns the end of a comment. An unclosed `%%` hides the rest only at the start of a line, not in `100%% sure`. */
function commentEnd(text: string, start: number): number | undefined {
  const close = text.indexOf(MARK, start + MARK.length);
  if (close !== -1) return close + MARK.length;
  const before = text.slice(start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1, start);
  return /^[ \t>]*$/.test(before) ? text.length : undefined;
}

function fenceEnd(text: string, start: number, opening: string): number {
  const fence = /`{3,}|~{3,}/.exec(opening)?.[0] ?? "```";
  const closing = new RegExp(`^[ \\t>]*${fence.charAt(0)}{${fence.length},}[ \\t]*$`, "gm");
  closing.lastIndex = start + opening.length;
  return closing.exec(text) === null ? text.length : closing.lastIndex;
}

function blankLine(text: string, from: number): number {
  const blank = /\n[ \t]*\n/g;
  blank.lastIndex = from;
  return blank.exec(text)?.index ?? text.length;
}

/** Returns the position after the run of backticks that closes a code span. */
function codeEnd(text: string, from: number, run: string, limit: number): number | undefined {
  const runs = /`+/g;
  runs.lastIndex = from;
  for (let found = runs.exec(text); found !== null; found = runs.exec(text)) {
    if (found.index >= limit) return undefined;
    if (found[0].length === run.length) return runs.lastIndex;
  }
  return undefined;
}

function linesAt(text: string, offsets: readonly number[]): readonly number[] {
  let [line, at] = [1, 0];
  return offsets.map((offset) => {
    line += text.slice(at, offset).split("\n").length - 1;
    at = offset;
    return line;
  });
}
