import type { Command, Transaction } from "prosemirror-state";
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  fixTables,
  isInTable,
  selectedRect,
} from "prosemirror-tables";

export type TableAct = "addRow" | "addColumn" | "deleteRow" | "deleteColumn" | "deleteTable";

/** Changes the table at the cursor, including its column alignments. */
export function changeTable(act: TableAct): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false;
    if (dispatch === undefined) return true;
    // A row in a file can have fewer cells than others.
    const even = fixTables(state);
    const start = even === undefined ? state : state.apply(even);
    if (even !== undefined) dispatch(even);
    return COMMANDS[act](start, (tr) => dispatch(aligned(tr, selectedRect(start), act)));
  };
}

const COMMANDS: Readonly<Record<TableAct, Command>> = {
  addRow: addRowAfter,
  addColumn: addColumnAfter,
  deleteRow,
  deleteColumn,
  deleteTable,
};

function aligned(
  tr: Transaction,
  { left, right, table, tableStart }: ReturnType<typeof selectedRect>,
  act: TableAct,
): Transaction {
  if (act !== "addColumn" && act !== "deleteColumn") return tr;
  const align = String(table.attrs["align"]).split(",");
  if (act === "addColumn") align.splice(right, 0, "");
  else align.splice(left, right - left);
  if (tr.doc.nodeAt(tableStart - 1)?.type !== table.type) return tr;
  return tr.setNodeAttribute(tableStart - 1, "align", align.join());
}
