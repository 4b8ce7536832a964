import { compareHeads, readHead } from "./default-order.ts";
import type { QueryEntry } from "./query-entry.ts";
import type { QueryField } from "./query-field.ts";
import { createQueryTable, makeTable, type QueryTable, rowOfId } from "./query-table.ts";
import { replaceRows } from "./replace-rows.ts";
import type { RowStore } from "./row-store.ts";
import { advanceSorted } from "./sorted-rows.ts";

export interface TableChanges {
  readonly remove: readonly QueryEntry[];
  /** New entries, and changed ones, whose old form is among `remove`. */
  readonly add: readonly QueryEntry[];
}

/** The table after a change. Costs what copying a list of row numbers does, and the changed entries. */
export function advanceTable(
  table: QueryTable,
  changes: TableChanges,
  fields: readonly QueryField[] = table.fields,
): QueryTable {
  if (changes.remove.length + changes.add.length === 0 && fields === table.fields) return table;
  const removed = new Set(changes.remove.flatMap(({ id }) => rowOfId(table, id) ?? []));
  const { store } = table;
  const isNewest = store.entries.length === table.end;
  const wasted = table.end - table.order.length + removed.size;
  if (!isNewest || fields !== table.fields || wasted > table.order.length / 4 + SPARE_ROWS) {
    return rebuild(table, removed, { add: changes.add, fields });
  }
  const added = changes.add.map((entry) => store.entries.push(entry) - 1);
  const order = replaceRows(table.order, { removed, added, compare: byDefault(store) });
  const next = makeTable(store, order);
  // The most recently used comes first out of a cache, and must go last into the next one.
  for (const [orders, sorted] of [...table.sorted].toReversed()) {
    next.sorted.set(orders, advanceSorted(sorted, next, { removed, added }));
  }
  return next;
}

/** Rows that may be left behind beyond a quarter before all are numbered anew. */
const SPARE_ROWS = 256;

interface Rebuilding {
  readonly add: readonly QueryEntry[];
  readonly fields: readonly QueryField[];
}

function rebuild(
  { store, order }: QueryTable,
  removed: ReadonlySet<number>,
  { add, fields }: Rebuilding,
): QueryTable {
  const kept = [...order]
    .filter((row) => !removed.has(row))
    .flatMap((row) => store.entries[row] ?? []);
  const base = createQueryTable(kept, { fields });
  if (add.length === 0) return base;
  const added = add.map((entry) => base.store.entries.push(entry) - 1);
  const compare = byDefault(base.store);
  return makeTable(base.store, replaceRows(base.order, { removed: new Set(), added, compare }));
}

function byDefault({ entries }: RowStore): (a: number, b: number) => number {
  return (a, b) => compareHeads(readHead(entries[a]), readHead(entries[b]));
}
