import { lazy, type ReactNode, Suspense } from "react";
import type { EntryList, EntryOrder, EntrySummary, useEntries } from "../../api/content/entries.ts";
import type { Field } from "../../api/content/schema.ts";
import { useTypes } from "../../api/sites.ts";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import type { Columns } from "../query/columns.ts";
import { EntryTable } from "./entry-table.tsx";
import { type Choice, useSelectedEntries } from "./use-selected-entries.ts";
import styles from "../entries.module.css";

const EntryCards = lazy(async () => ({ default: (await import("./entry-cards.tsx")).EntryCards }));

/** Display options shared by all lists. */
export interface RowsDisplay {
  readonly mayWrite: boolean;
  /** Fields of the list's only type. */
  readonly fields: readonly Field[];
  readonly columns: Columns;
  readonly isGrid: boolean;
  readonly onOrder: (order: EntryOrder) => void;
  readonly choice: Choice;
}

interface ResultRowsProps extends RowsDisplay {
  readonly title: string;
  readonly list: EntryList;
  readonly result: ReturnType<typeof useEntries>;
  readonly entries: readonly EntrySummary[];
}

/** The entries of a list, which can be opened or selected for bulk actions. */
export function ResultRows(props: ResultRowsProps): ReactNode {
  const { title, list, mayWrite, fields, columns, isGrid, onOrder, entries, result } = props;
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = result;
  // HQ doesn't count the results of large searches.
  const total = hasNextPage ? data?.pages[0]?.total : entries.length;
  const { data: types = [] } = useTypes();
  const { selected, select, chosen, clear, rows } = useSelectedEntries(list, entries, props.choice);
  const shown = {
    selected: mayWrite ? selected : undefined,
    onSelect: select,
    label: title,
    entries,
    isLoading: isFetchingNextPage,
    onMore: hasNextPage ? () => void fetchNextPage() : undefined,
  };
  return (
    <>
      <div ref={rows} tabIndex={-1} className={styles["rows"]}>
        {isGrid ? (
          <Suspense fallback={<Waiting />}>
            <EntryCards {...shown} />
          </Suspense>
        ) : (
          <EntryTable
            {...shown}
            types={types}
            columns={columns.visible}
            fields={fields}
            order={list.order}
            onOrder={onOrder}
          />
        )}
      </div>
      <BulkBar
        chosen={chosen}
        list={list}
        total={total}
        onAll={() => select("all")}
        onClear={clear}
      />
    </>
  );
}
