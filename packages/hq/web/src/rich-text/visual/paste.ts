import { Fragment, type Node, Slice } from "prosemirror-model";
import { type EditorState, Selection, type Transaction } from "prosemirror-state";
import { isList } from "../../markdown/same-document.ts";
import { schema } from "../../markdown/schema.ts";
import { cleanLine, cleanLines } from "../../ui/fields/clean-text.ts";
import { surrounding } from "./commands.ts";
import { nodes } from "./kinds.ts";

/**
 * Removes control characters, which can't be stored, but keeps line breaks.
 *
 * @param isCode whether the slice is pasted into code, in which line breaks are text
 */
export function withoutControls(slice: Slice, isCode: boolean): Slice {
  return new Slice(cleanFragment(slice.content, isCode), slice.openStart, slice.openEnd);
}

function cleanFragment(content: Fragment, isCode: boolean): Fragment {
  return Fragment.fromArray(content.content.flatMap((node) => cleanNode(node, isCode)));
}

function cleanNode(node: Node, isCode: boolean): Node[] {
  if (!node.isText) {
    const isInside = isCode || node.type.spec.code === true;
    const attrs = Object.fromEntries(
      Object.entries(node.attrs).map(([name, value]: [string, unknown]) => [
        name,
        typeof value === "string" ? cleanAttribute(name, value) : value,
      ]),
    );
    return [node.type.create(attrs, cleanFragment(node.content, isInside), node.marks)];
  }
  const text = cleanLines(node.text ?? "");
  if (isCode) return text === "" ? [] : [schema.text(text)];
  const lines = text
    .split("\n")
    .map((line) => (line === "" ? [] : [schema.text(line, node.marks)]));
  return joined(lines, nodes.break.create(null, null, node.marks));
}

function joined(lines: readonly Line[], between: Node): Node[] {
  const all: Node[] = [];
  for (const [at, line] of lines.entries()) {
    if (at > 0) all.push(between);
    all.push(...line);
  }
  return all;
}

function cleanAttribute(name: string, value: string): string {
  return name === "source" ? cleanLines(value) : cleanLine(value);
}

type Dispatch = (tr: Transaction) => void;

/** Pastes into a table cell, which is a single line: paragraphs and items are separated by breaks. */
export function pasteIntoCell(state: EditorState, slice: Slice, dispatch: Dispatch): boolean {
  if (slice.size === 0 || surrounding(state, nodes.cell) === undefined) return false;
  const lines = linesIn(slice.content).filter((line) => line.length > 0);
  const content = joined(lines, nodes.break.create());
  const { tr } = state;
  dispatch(tr.replaceSelection(new Slice(Fragment.fromArray(content), 0, 0)).scrollIntoView());
  return true;
}

type Line = readonly Node[];

function linesIn({ content }: Fragment): Line[] {
  return content[0]?.isInline === true ? [content] : content.flatMap(linesOf);
}

function linesOf(block: Node): Line[] {
  if (block.type === nodes.code) {
    const code = [schema.mark("code")];
    return block.textContent
      .split("\n")
      .map((line) => (line === "" ? [] : [schema.text(line, code)]));
  }
  if (block.isTextblock) return [block.children];
  if (block.type === schema.nodes.opaque) return [[schema.nodes.opaque_inline.create(block.attrs)]];
  if (block.type === nodes.bullets) return block.children.flatMap((item) => marked("• ", item));
  if (block.type === nodes.numbers) {
    const start = Number(block.attrs["start"]);
    return block.children.flatMap((item, at) => marked(`${start + at}. `, item));
  }
  if (block.type !== nodes.row) return linesIn(block.content);
  const cells = block.children.map((cell) => cell.children);
  return [joined(cells, schema.text(" "))];
}

function marked(mark: string, item: Node): Line[] {
  const [first = [], ...others] = linesIn(item.content);
  return [[schema.text(mark), ...first], ...others];
}

/**
 * Pastes list items at the start of an item as its siblings and of its kind. The default would nest a list in an item
 * without text.
 */
export function pasteItems(state: EditorState, slice: Slice, dispatch: Dispatch): boolean {
  const { $from, from, to } = state.selection;
  const pasted = slice.content.firstChild;
  const depth = $from.depth - 1;
  const isAtStart = depth > 1 && $from.parentOffset === 0 && $from.index(depth) === 0;
  if (!isAtStart || $from.node(depth).type !== nodes.item) return false;
  if (pasted === null || slice.content.childCount > 1 || !isList(pasted)) return false;
  const { checked } = $from.node(depth).attrs;
  const items = pasted.children.map((item, at) => {
    const isLast = at > 0 && at === pasted.childCount - 1;
    return item.type.create({ checked: isLast ? checked : checkedOf(item, checked) }, item.content);
  });
  const { tr } = state;
  const list = $from.node(depth - 1).copy(Fragment.from(items));
  tr.replace(from, to, Slice.maxOpen(Fragment.from(list)));
  // The first item is the one that was there; its text has moved to the last one.
  if (items.length > 1)
    tr.setNodeAttribute($from.before(depth), "checked", items[0]?.attrs["checked"]);
  tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(to)), -1));
  dispatch(tr.scrollIntoView());
  return true;
}

/** Among tasks, a pasted plain item becomes an unchecked task. */
function checkedOf({ attrs }: Node, beside: unknown): unknown {
  return beside === null ? attrs["checked"] : (attrs["checked"] ?? false);
}
