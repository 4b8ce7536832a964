import { lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import type { NodeType } from "prosemirror-model";
import { liftListItem, sinkListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, type EditorState, TextSelection } from "prosemirror-state";
import { schema } from "../../markdown/schema.ts";
import { nodes } from "./kinds.ts";

/** Block kinds available in the toolbar, menu, and shortcuts. */
export type BlockKind =
  | "paragraph"
  | "heading1"
  | "heading2"
  | "heading3"
  | "heading4"
  | "code"
  | "quote"
  | "bullets"
  | "numbers"
  | "tasks";

export type MarkKind = "strong" | "em" | "strike" | "code";

/** Toggles the selection between a block kind and plain paragraphs. */
export function makeBlock(kind: BlockKind): Command {
  switch (kind) {
    case "paragraph":
      return setBlockType(nodes.paragraph);
    case "code":
      return setBlockType(nodes.code);
    case "quote":
      return toggleQuote;
    case "bullets":
    case "numbers":
    case "tasks":
      return toggleList(kind);
    case "heading1":
    case "heading2":
    case "heading3":
    case "heading4":
      return setBlockType(nodes.heading, { level: Number(kind.slice("heading".length)) });
  }
}

export function toggle(mark: MarkKind): Command {
  const type = schema.marks[mark];
  return type === undefined ? () => false : toggleMark(type);
}

export { redo, undo };

const toggleQuote: Command = (state, dispatch) =>
  surrounding(state, nodes.quote) === undefined
    ? wrapIn(nodes.quote)(state, dispatch)
    : lift(state, dispatch);

/** Returns the depth of the innermost node of a type around the selection. */
export function surrounding({ selection }: EditorState, ...types: NodeType[]): number | undefined {
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if (types.includes($from.node(depth).type)) return depth;
  }
  return undefined;
}

/** Returns the kind of list around the selection. */
export function listKind(state: EditorState): "bullets" | "numbers" | "tasks" | undefined {
  const item = surrounding(state, nodes.item);
  if (item === undefined) return undefined;
  const { $from } = state.selection;
  if ($from.node(item).attrs["checked"] !== null) return "tasks";
  return $from.node(item - 1).type === nodes.numbers ? "numbers" : "bullets";
}

function toggleList(kind: "bullets" | "numbers" | "tasks"): Command {
  const type = kind === "numbers" ? nodes.numbers : nodes.bullets;
  return (state, dispatch) => {
    const now = listKind(state);
    if (now === kind) return liftListItem(nodes.item)(state, dispatch);
    if (now !== undefined) return changeList(kind, type)(state, dispatch);
    if (kind !== "tasks") return wrapInList(type)(state, dispatch);
    return wrapInList(type)(state, (tr) => {
      dispatch?.(setChecked(tr, false));
    });
  };
}

type Transaction = EditorState["tr"];

/** Turns the selected items into tasks or plain items. */
function setChecked(tr: Transaction, checked: boolean | null): Transaction {
  const { from, to } = tr.selection;
  const found: number[] = [];
  tr.doc.nodesBetween(from, to, (node, position) => {
    if (node.type === nodes.item) found.push(position);
  });
  for (const position of found) tr.setNodeAttribute(position, "checked", checked);
  return tr;
}

function changeList(kind: "bullets" | "numbers" | "tasks", type: NodeType): Command {
  return (state, dispatch) => {
    const item = surrounding(state, nodes.item);
    if (item === undefined) return false;
    if (dispatch === undefined) return true;
    const { $from } = state.selection;
    const list = $from.node(item - 1);
    const tr = state.tr;
    if (list.type !== type) {
      tr.setNodeMarkup($from.before(item - 1), type, { spread: list.attrs["spread"] });
    }
    dispatch(setChecked(tr, kind === "tasks" ? false : null));
    return true;
  };
}

/** Splits a list item. Splitting an empty item ends its list. A new task is unchecked. */
export const splitItem: Command = (state, dispatch) => {
  const depth = surrounding(state, nodes.item);
  const { $from, empty } = state.selection;
  if (depth === undefined || !empty || $from.depth !== depth + 1) return false;
  if (!$from.parent.isTextblock || $from.parent.type.spec.code === true) return false;
  const item = $from.node(depth);
  if (item.childCount === 1 && $from.parent.content.size === 0) {
    return liftListItem(nodes.item)(state, dispatch);
  }
  if ($from.index(depth) !== 0) return false;
  const checked = item.attrs["checked"] === null ? null : false;
  const tr = state.tr.split($from.pos, 2, [
    { type: nodes.item, attrs: { ...item.attrs, checked } },
    { type: nodes.paragraph },
  ]);
  dispatch?.(tr.scrollIntoView());
  return true;
};

export const deeper: Command = sinkListItem(nodes.item);
export const shallower: Command = liftListItem(nodes.item);

export const insertBreak: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.inlineContent) return false;
  if (state.selection.$from.parent.type.spec.code === true) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.break.create(), true).scrollIntoView());
  return true;
};

export const insertRule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.rule.create()).scrollIntoView());
  return true;
};

const COLUMNS = 3;
const ROWS = 3;

export const insertTable: Command = (state, dispatch) => {
  const table = nodes.table.create(null, Array.from({ length: ROWS }, emptyRow));
  const tr = state.tr.replaceSelectionWith(table);
  let at: number | undefined;
  tr.doc.descendants((node, position) => {
    if (node === table) at = position;
  });
  if (at !== undefined) tr.setSelection(TextSelection.create(tr.doc, at + 3));
  dispatch?.(tr.scrollIntoView());
  return true;
};

function emptyRow(): ReturnType<NodeType["create"]> {
  const cells = Array.from({ length: COLUMNS }, () => nodes.cell.create());
  return nodes.row.create(null, cells);
}

/** Inserts an image from the media library at the cursor. */
export function insertImage(id: string, alt: string): Command {
  return (state, dispatch) => {
    const image = nodes.image.create({ src: `media:${id}`, alt });
    dispatch?.(state.tr.replaceSelectionWith(image, false).scrollIntoView());
    return true;
  };
}

/** Inserts a URL as its own paragraph, which sites render as a video. */
export function insertEmbed(href: string): Command {
  return (state, dispatch) => {
    const type = schema.marks["link"];
    const words = schema.text(href, type === undefined ? [] : [type.create({ href })]);
    const tr = state.tr.replaceSelectionWith(nodes.paragraph.create(null, words), false);
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Links the selection or the link at the cursor. Without either, inserts the given text. */
export function setLink(href: string, words: string): Command {
  return (state, dispatch) => {
    const type = schema.marks["link"];
    if (type === undefined) return false;
    const { from, to } = linkRange(state);
    const { tr } = state;
    if (href === "") tr.removeMark(from, to, type);
    else if (from === to) tr.insert(from, schema.text(words, [type.create({ href })]));
    else tr.removeMark(from, to, type).addMark(from, to, type.create({ href }));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Returns the selection, or the range of the link at the cursor. */
function linkRange(state: EditorState): { readonly from: number; readonly to: number } {
  const { $from, from, to, empty } = state.selection;
  if (!empty) return { from, to };
  const mark = $from.marks().find(({ type }) => type === schema.marks["link"]);
  if (mark === undefined) return { from, to };
  let start = from;
  let end = to;
  // A link can consist of several adjacent nodes.
  state.doc.nodesBetween($from.start(), $from.end(), (node, at) => {
    if (!mark.isInSet(node.marks) || at > end || at + node.nodeSize < start) return;
    start = Math.min(start, at);
    end = Math.max(end, at + node.nodeSize);
  });
  return { from: start, to: end };
}

export function linkAt(state: EditorState): string {
  const { $from, empty, from, to } = state.selection;
  let href: unknown;
  if (empty) {
    href = $from.marks().find(({ type }) => type === schema.marks["link"])?.attrs["href"];
  } else {
    state.doc.nodesBetween(from, to, ({ marks }) => {
      href ??= marks.find(({ type }) => type === schema.marks["link"])?.attrs["href"];
    });
  }
  return typeof href === "string" ? href : "";
}
