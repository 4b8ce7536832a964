import type { Node } from "prosemirror-model";
import { Plugin, PluginKey, type Transaction } from "prosemirror-state";
import {
  Decoration,
  DecorationSet,
  type NodeView,
  type NodeViewConstructor,
} from "prosemirror-view";
import { nodes } from "./kinds.ts";

const KEY = new PluginKey<DecorationSet>("header-cells");
const HEADER = { isHeader: true } as const;

/** Marks the cells of each table's first row, which is its header in Markdown. */
export function headerCells(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key: KEY,
    state: {
      init: (_config, { doc }) => headersIn(doc),
      // Skip scanning all tables while typing in a long text.
      apply: (tr, before) =>
        changesTextAlone(tr) ? before.map(tr.mapping, tr.doc) : headersIn(tr.doc),
    },
    props: { decorations: (state) => KEY.getState(state) },
  });
}

/** Returns whether all changes are within one text block. */
function changesTextAlone({ before, doc }: Transaction): boolean {
  const start = before.content.findDiffStart(doc.content);
  const end = before.content.findDiffEnd(doc.content);
  if (start === null || end === null) return true;
  return isWithinText(before, start, end.a) && isWithinText(doc, start, end.b);
}

function isWithinText(doc: Node, from: number, to: number): boolean {
  const $from = doc.resolve(from);
  return $from.parent.isTextblock && to <= $from.end();
}

function headersIn(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  doc.descendants((node, position) => {
    if (node.type !== nodes.table) return !node.isTextblock;
    let from = position + 2;
    for (const { nodeSize } of node.firstChild?.children ?? []) {
      found.push(Decoration.node(from, from + nodeSize, {}, HEADER));
      from += nodeSize;
    }
    return false;
  });
  return DecorationSet.create(doc, found);
}

/** Renders a cell with its role, so that screen readers recognize header cells. */
export const cellView: NodeViewConstructor = (node, _view, _position, decorations): NodeView => {
  const isHeader = isHead(decorations);
  const dom = document.createElement(isHeader ? "th" : "td");
  if (dom instanceof HTMLTableCellElement && isHeader) dom.scope = "col";
  return {
    dom,
    contentDOM: dom,
    update: (next, now) => next.type === node.type && isHead(now) === isHeader,
  };
};

function isHead(decorations: readonly Decoration[]): boolean {
  return decorations.some(({ spec }) => spec === HEADER);
}
