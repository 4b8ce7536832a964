import type { Enclosure, Markdown } from "../../markdown/read-markdown.ts";

/** Start of a numbered item: `12.` and the white space after it. */
export interface Mark {
  readonly number: string;
  readonly delimiter: string;
  /** Empty if the item's first line contains nothing else. */
  readonly space: string;
}

export interface NumberedItem {
  /** The list that contains the item. */
  readonly list: Enclosure;
  readonly mark: Mark;
  readonly start: number;
  readonly end: number;
  /** The rest of its first line. */
  readonly words: string;
}

// With five or more spaces, the item starts with indented code after the first one.
const MARK = /^(\d{1,9})([.)])( {1,4}(?![ \t])|\t| (?= )|(?=\r?$))(.*)/m;

/** Returns the items of numbered lists, in order; undefined if one of them starts in a way that cannot be rewritten. */
export function numberedItems({ items, text }: Markdown): readonly NumberedItem[] | undefined {
  const found: NumberedItem[] = [];
  for (const { start, end, parent: list } of items) {
    if (list === undefined || !list.kind.startsWith("OrderedList")) continue;
    const line = text.slice(start, lineEnd(text, start));
    const [, number, delimiter, space, words] = MARK.exec(line) ?? [];
    if (number === undefined || delimiter === undefined) return undefined;
    const mark = { number, delimiter, space: space ?? "" };
    found.push({ list, mark, start, end, words: words ?? "" });
  }
  return found;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

/** Replaces the marks of a text. The content of an item is reindented if the width of its mark changes. */
export function replaceMarks(
  text: string,
  items: readonly NumberedItem[],
  markOf: (item: NumberedItem) => Mark,
): string {
  const edits = items.flatMap((item) => editsOf(text, item, markOf(item)));
  let [result, last] = ["", 0];
  for (const { start, end, put } of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(last, start) + put;
    last = end;
  }
  return result + text.slice(last);
}

function editsOf(text: string, { mark, start, end }: NumberedItem, next: Mark): Edit[] {
  const [before, after] = [
    printMark(mark),
    printMark({ ...next, space: mark.space && next.space }),
  ];
  if (before === after) return [];
  const edits: Edit[] = [{ start, end: start + before.length, put: after }];
  const [width, grown] = [widthOf(mark), widthOf(next) - widthOf(mark)];
  const isTabbed = mark.space === "\t" || next.space === "\t";
  if (grown === 0 || isTabbed) return edits;
  const column = start - (text.lastIndexOf("\n", start - 1) + 1);
  for (let at = lineEnd(text, start) + 1; at < end; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, lineEnd(text, at));
    const isInside = line.trim() !== "" && /^ *$/.test(line.slice(column, column + width));
    if (!isInside || line.length < column + width) continue;
    const place = at + column;
    edits.push(
      grown > 0
        ? { start: place, end: place, put: " ".repeat(grown) }
        : { start: place, end: place - grown, put: "" },
    );
  }
  return edits;
}

function printMark({ number, delimiter, space }: Mark): string {
  return number + delimiter + space;
}

/** Returns the indentation of an item's content, in columns. */
function widthOf({ number, space }: Mark): number {
  return number.length + 1 + (space.length || 1);
}
