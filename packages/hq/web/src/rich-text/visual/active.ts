import { redoDepth, undoDepth } from "prosemirror-history";
import type { EditorState } from "prosemirror-state";
import { schema } from "../../markdown/schema.ts";
import { listKind, surrounding } from "./commands.ts";
import { nodes } from "./kinds.ts";

/** State of the selection, for the toolbar. */
export interface Active {
  readonly block: string;
  /** Names of the marks and surrounding block kinds. */
  readonly on: readonly string[];
  readonly isInTable: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export const NOTHING_ACTIVE: Active = {
  block: "paragraph",
  on: [],
  isInTable: false,
  canUndo: false,
  canRedo: false,
};

export function activeIn(state: EditorState): Active {
  const { $from, from, to, empty } = state.selection;
  const stored = state.storedMarks ?? $from.marks();
  const marks = Object.values(schema.marks)
    .filter((type) =>
      empty ? type.isInSet(stored) !== undefined : state.doc.rangeHasMark(from, to, type),
    )
    .map(({ name }) => name);
  const list = listKind(state);
  const isQuote = surrounding(state, nodes.quote) !== undefined;
  return {
    block: blockOf($from.parent),
    on: [...marks, ...(list === undefined ? [] : [list]), ...(isQuote ? ["quote"] : [])],
    isInTable: surrounding(state, nodes.table) !== undefined,
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
  };
}

function blockOf({ type, attrs }: EditorState["doc"]): string {
  if (type === nodes.heading) return `heading${String(attrs["level"])}`;
  return type === nodes.code ? "code" : "paragraph";
}
