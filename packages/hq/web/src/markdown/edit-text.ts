import { type Fragment, Mark } from "prosemirror-model";
import type { Run, TextBase } from "./base.ts";
import type { Span } from "./parse-tree.ts";
import { printInline } from "./print-blocks.ts";
import { styleAt, type WriteContext } from "./writing.ts";

/** A changed range: `from` to `oldTo` of the old content became `from` to `newTo` of the new. */
interface Change {
  readonly from: number;
  readonly oldTo: number;
  readonly newTo: number;
}

/** Writes the changed range of a text to its source. Undefined if its source range can't be determined. */
export function editText(
  content: Fragment,
  base: TextBase,
  writing: WriteContext,
): string | undefined {
  const { text, level } = writing;
  if (!base.isExact || base.inner === undefined) return undefined;
  const change = changeOf(base.node.content, content);
  if (change === undefined) return text.slice(base.start, base.end);
  const replaced =
    level === "inline" || level === "tagged"
      ? rewrite(content, change, { base, inner: base.inner }, writing)
      : splice(content, change, base, level !== "splice");
  if (replaced === undefined) return undefined;
  if (level === "labelled") return editLabelled(change, replaced, base, text);
  const { start, end, put } = withoutEdges(replaced, base.inner);
  return text.slice(base.start, start) + put + text.slice(end, base.end);
}

/** Removes whitespace at the ends of a block, which has no meaning. */
function withoutEdges({ start, end, put }: Replacement, inner: Span): Replacement {
  const fromStart = start === inner.start ? put.replace(/^[ \t]+/, "") : put;
  return { start, end, put: end === inner.end ? fromStart.replace(/[ \t]+$/, "") : fromStart };
}

/** Edits the text of a reference that is also its label (`[name]`, `[name][]`), and adds the old label after it. */
function editLabelled(
  { from, oldTo }: Change,
  { start, end, put }: Replacement,
  base: TextBase,
  text: string,
): string | undefined {
  const all = placed(base);
  const index = all.findIndex(({ run, pos }) => from >= pos && oldTo <= pos + run.size);
  const link = all[index]?.run.marks.find(({ attrs }) => typeof attrs["ref"] === "string");
  if (link === undefined) return undefined;
  const after = all.slice(index).findIndex(({ run }) => !link.isInSet(run.marks));
  const last = after === -1 ? all.at(-1) : all[index + after - 1];
  const closing = /^[`*_~]*\](?:\[\])?(?![[(:])/.exec(text.slice(last?.run.end));
  if (last === undefined || closing === null) return undefined;
  const close = last.run.end + closing[0].indexOf("]") + 1;
  const label = `[${link.attrs["ref"]}]`;
  const behind = text.slice(last.run.end + closing[0].length, base.end);
  return text.slice(base.start, start) + put + text.slice(end, close) + label + behind;
}

interface Replacement extends Span {
  readonly put: string;
}

function changeOf(was: Fragment, now: Fragment): Change | undefined {
  const from = was.findDiffStart(now);
  const end = was.findDiffEnd(now);
  if (from === null || end === null) return undefined;
  // For a doubled letter, the start and end of the change overlap.
  const overlap = Math.max(0, from - Math.min(end.a, end.b));
  return { from, oldTo: end.a + overlap, newTo: end.b + overlap };
}

/** Replaces the old characters with the new ones, either as typed or escaped. */
function splice(
  content: Fragment,
  change: Change,
  base: TextBase,
  isEscaped: boolean,
): Replacement | undefined {
  const { from, oldTo, newTo } = change;
  const inserted = content.cut(from, newTo).content;
  const marks = inserted[0]?.marks;
  if (!inserted.every((node) => node.isText && Mark.sameSet(node.marks, marks ?? []))) {
    return undefined;
  }
  const span = sourceOf(base, from, oldTo, marks);
  if (span === undefined) return undefined;
  const typed = inserted.map((node) => node.text ?? "").join("");
  const isCode = marks?.some((mark) => mark.type.name === "code") ?? false;
  return { ...span, put: isEscaped && !isCode ? escaped(typed) : typed };
}

const SIGNS = /[\\`*_[\]<>{}#|~&+\-.!:@]/g;
const LETTER = /[\p{L}\p{N}]/u;

function escaped(typed: string): string {
  return typed.replaceAll(SIGNS, (sign, at: number) => {
    const isInWord = LETTER.test(typed[at - 1] ?? "") && LETTER.test(typed[at + 1] ?? "");
    return isInWord && /[-.:@+!]/.test(sign) ? sign : `\\${sign}`;
  });
}

/** Returns the source range of characters surrounded by characters with the same marks. */
function sourceOf(
  base: TextBase,
  from: number,
  to: number,
  marks: readonly Mark[] | undefined,
): Span | undefined {
  const touched = runsBetween(base, from, to);
  const [first] = touched;
  if (first === undefined) {
    const at = insertionAt(base, from, marks ?? []);
    return at === undefined ? undefined : { start: at, end: at };
  }
  const wanted = marks ?? first.run.marks;
  if (touched.some(({ run }) => run.kind !== "text" || !isWrittenAlike(run.marks, wanted))) {
    return undefined;
  }
  const last = touched.at(-1) ?? first;
  const start = startOf(first.run, from - first.pos);
  const end = endOf(last.run, to - last.pos);
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** Compares mark types only, because a link's URL can depend on its text. Parsing the result reveals errors. */
function isWrittenAlike(one: readonly Mark[], other: readonly Mark[]): boolean {
  return one.length === other.length && one.every(({ type }, at) => type === other[at]?.type);
}

interface Placed {
  readonly run: Run;
  /** Offset in the content. */
  readonly pos: number;
}

function placed(base: TextBase): Placed[] {
  let pos = 0;
  return base.runs.map((run) => {
    const place = { run, pos };
    pos += run.size;
    return place;
  });
}

function runsBetween(base: TextBase, from: number, to: number): Placed[] {
  return placed(base).filter(({ run, pos }) => pos + run.size > from && pos < to);
}

/** Returns where to insert characters with these marks: next to characters with the same marks. */
function insertionAt(base: TextBase, at: number, marks: readonly Mark[]): number | undefined {
  const all = placed(base);
  const around = all.find(({ run, pos }) => at > pos && at < pos + run.size);
  if (around !== undefined) {
    return acceptsMarks(around.run, marks) ? startOf(around.run, at - around.pos) : undefined;
  }
  const left = all.find(({ run, pos }) => pos + run.size === at);
  const right = all.find(({ pos }) => pos === at);
  if (left !== undefined && acceptsMarks(left.run, marks)) return left.run.end;
  if (right !== undefined && acceptsMarks(right.run, marks)) return right.run.start;
  return insertionNextToAtom(left?.run, right?.run, marks);
}

/** Returns where to insert characters next to an atom such as an image. Unmarked text fits anywhere outside marks. */
function insertionNextToAtom(
  left: Run | undefined,
  right: Run | undefined,
  marks: readonly Mark[],
): number | undefined {
  if (marks.length > 0) return undefined;
  if (left !== undefined) return left.marks.length === 0 ? left.end : undefined;
  return right?.marks.length === 0 ? right.start : undefined;
}

/** Returns whether characters with these marks can be inserted in a run. */
function acceptsMarks(run: Run, marks: readonly Mark[]): boolean {
  return run.kind === "text" && Mark.sameSet(run.marks, marks);
}

/** Returns where the source of the character at an offset of a run starts. */
function startOf({ start, end, size, map }: Run, offset: number): number | undefined {
  if (offset === 0) return start;
  if (offset === size) return end;
  if (map === undefined) return undefined;
  return start + (map === "plain" ? offset : (map.starts[offset] ?? 0));
}

/** Returns where the source of the character before an offset of a run ends. */
function endOf({ start, end, size, map }: Run, offset: number): number | undefined {
  if (offset === 0) return start;
  if (offset === size) return end;
  if (map === undefined) return undefined;
  return start + (map === "plain" ? offset : (map.ends[offset - 1] ?? 0));
}

/** Expands the change to positions outside marks, and prints that range. */
function rewrite(
  content: Fragment,
  { from, oldTo, newTo }: Change,
  text: { readonly base: TextBase; readonly inner: Span },
  writing: WriteContext,
): Replacement | undefined {
  const seams = seamsOf(text.base, text.inner);
  const start = seamBefore(seams, text.base, from);
  const end = seamAfter(seams, text.base, oldTo);
  if (start?.left === undefined || end?.right === undefined) return undefined;
  const piece = content.cut(start.pos, newTo + (end.pos - oldTo));
  const isCell = text.base.node.type.name === "table_cell";
  return { start: start.left, end: end.right, put: printInline(piece, styleAt(writing), isCell) };
}

/** A position outside marks. Source written from here starts at `left`; source written up to here ends at `right`. */
interface Seam {
  readonly pos: number;
  readonly left: number | undefined;
  readonly right: number | undefined;
}

function seamsOf(base: TextBase, inner: Span): Seam[] {
  const all = placed(base);
  const between = all.slice(1).flatMap(({ run, pos }, index): Seam[] => {
    const before = base.runs[index];
    if (before === undefined || sharesMark(before, run)) return [];
    const left = outerStart(base, index + 1);
    const right = outerEnd(base, index);
    return [{ pos, left: left ?? right, right: right ?? left }];
  });
  const size = base.node.content.size;
  return [
    { pos: 0, left: inner.start, right: inner.start },
    ...between,
    { pos: size, left: inner.end, right: inner.end },
  ];
}

function seamBefore(seams: readonly Seam[], base: TextBase, at: number): Seam | undefined {
  const inPlain = plainAround(base, at);
  const left = inPlain === undefined ? undefined : startOf(inPlain.run, at - inPlain.pos);
  return left === undefined
    ? seams.findLast(({ pos }) => pos <= at)
    : { pos: at, left, right: undefined };
}

function seamAfter(seams: readonly Seam[], base: TextBase, at: number): Seam | undefined {
  const inPlain = plainAround(base, at);
  const right = inPlain === undefined ? undefined : endOf(inPlain.run, at - inPlain.pos);
  return right === undefined
    ? seams.find(({ pos }) => pos >= at)
    : { pos: at, left: undefined, right };
}

function plainAround(base: TextBase, at: number): Placed | undefined {
  return placed(base).find(
    ({ run, pos }) =>
      at > pos && at < pos + run.size && run.kind === "text" && run.marks.length === 0,
  );
}

function sharesMark(one: Run, other: Run): boolean {
  return one.marks.some((mark) => mark.isInSet(other.marks));
}

/** Returns the start of the element around a run that shares no mark with the previous run. */
function outerStart({ runs, inner }: TextBase, index: number): number | undefined {
  const run = runs[index];
  const before = runs[index - 1];
  if (run?.marks.length === 0) return run.start;
  if (before === undefined) return inner?.start;
  return before.marks.length === 0 ? before.end : undefined;
}

function outerEnd({ runs, inner }: TextBase, index: number): number | undefined {
  const run = runs[index];
  const after = runs[index + 1];
  if (run?.marks.length === 0) return run.end;
  if (after === undefined) return inner?.end;
  return after.marks.length === 0 ? after.start : undefined;
}

/** Returns the source of the second half of a split text, which keeps its bytes. */
export function tailOf(content: Fragment, base: TextBase, text: string): string | undefined {
  const at = base.node.content.size - content.size;
  if (at <= 0 || !base.isExact || !base.node.content.cut(at).eq(content)) return undefined;
  const start = startOfTail(base, at);
  return start === undefined ? undefined : text.slice(start, base.end);
}

function startOfTail(base: TextBase, at: number): number | undefined {
  const all = placed(base);
  const index = all.findIndex(({ run, pos }) => at >= pos && at < pos + run.size);
  const here = all[index];
  if (here === undefined) return undefined;
  const before = base.runs[index - 1];
  if (at > here.pos)
    return here.run.marks.length > 0 ? undefined : startOf(here.run, at - here.pos);
  return before !== undefined && sharesMark(before, here.run) ? undefined : outerStart(base, index);
}
