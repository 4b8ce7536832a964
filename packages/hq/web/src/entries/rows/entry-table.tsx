import { ArrowDown, ArrowUp, Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import {
  Cell,
  Checkbox,
  Collection,
  Column,
  Row,
  type Selection,
  type SortDescriptor,
  Table,
  TableBody,
  TableHeader,
  TableLayout,
  TableLoadMoreItem,
  Virtualizer,
} from "react-aria-components";
import { FormattedMessage } from "react-intl";
import type { EntryOrder, EntrySummary } from "../../api/content/entries.ts";
import type { Field } from "../../api/content/schema.ts";
import { type ContentType, useSiteId } from "../../api/sites.ts";
import { useMedia } from "../../shell/use-media.ts";
import { type Column as ListColumn, isSortable, readOrder } from "../query/columns.ts";
import { EntryCell, EntryNames, useColumnName } from "./entry-cells.tsx";
import styles from "../entries.module.css";

interface EntryTableProps {
  /** Accessible name of the list. */
  readonly label: string;
  readonly entries: readonly EntrySummary[];
  readonly types: readonly ContentType[];
  readonly columns: readonly ListColumn[];
  /** Fields of the list's only type. */
  readonly fields: readonly Field[];
  readonly order: EntryOrder;
  readonly onOrder: (order: EntryOrder) => void;
  /** Keys of the selected rows; absent if there are no bulk actions. */
  readonly selected?: Selection | undefined;
  readonly onSelect: (selected: Selection) => void;
  readonly isLoading: boolean;
  /** Absent if all entries are loaded. */
  readonly onMore: (() => void) | undefined;
}

/** A virtualized table of entries that loads more pages on scroll. */
export function EntryTable(props: EntryTableProps): ReactNode {
  const { label, entries, types, fields, order, onOrder } = props;
  const { selected, onSelect, isLoading, onMore } = props;
  const isSelectable = selected !== undefined;
  const labels = new Map(types.map((type) => [type.apiId, type.label]));
  const columnName = useColumnName(fields);
  const sort = sortOf(order);
  const isNarrow = useMedia("(max-width: 767px)");
  const sizes = isNarrow ? NARROW : WIDE;
  // Phones have room for only one column next to the title.
  const columns = isNarrow ? ONE_COLUMN : props.columns;
  return (
    <Virtualizer layout={TableLayout} layoutOptions={sizes}>
      <Table
        className={styles["table"] ?? ""}
        aria-label={label}
        {...(sort && { sortDescriptor: sort })}
        onSortChange={(next) => onOrder(orderOf(next))}
        {...(isSelectable && {
          selectionMode: "multiple",
          selectedKeys: selected,
          onSelectionChange: onSelect,
          disabledKeys: entries.filter(({ id }) => id === undefined).map(rowKey),
          disabledBehavior: "selection",
        })}
      >
        <TableHeader>
          {isSelectable && (
            <Column className={styles["pickColumn"] ?? ""} width={sizes.pick} minWidth={sizes.pick}>
              <RowBox />
            </Column>
          )}
          <SortedColumn
            id="title"
            isRowHeader
            className={titleClass("titleColumn", isSelectable)}
            width="1fr"
            minWidth={sizes.title}
          >
            <FormattedMessage id="entries.title" />
          </SortedColumn>
          {columns.map((column) => (
            <SortedColumn
              key={column}
              id={column}
              className={styles["column"]}
              width={sizes.column}
              isSorted={isSortable(column, fields)}
            >
              {columnName(column)}
            </SortedColumn>
          ))}
        </TableHeader>
        <TableBody dependencies={[columns, fields, isSelectable, types]}>
          <Collection items={entries} dependencies={[columns, fields, isSelectable, types]}>
            {(entry) => (
              <EntryRow
                id={rowKey(entry)}
                entry={entry}
                columns={columns}
                fields={fields}
                isSelectable={isSelectable}
                typeLabel={labels.get(entry.type) ?? entry.type}
              />
            )}
          </Collection>
          {onMore && (
            <TableLoadMoreItem onLoadMore={onMore} isLoading={isLoading}>
              <FormattedMessage id="waiting" />
            </TableLoadMoreItem>
          )}
        </TableBody>
      </Table>
    </Virtualizer>
  );
}

/** Column widths in px, because rows are positioned before they render. */
const WIDE = {
  rowHeight: 50,
  headingHeight: 34,
  loaderHeight: 50,
  pick: 52,
  title: 288,
  column: 152,
};
const NARROW = {
  rowHeight: 64,
  headingHeight: 44,
  loaderHeight: 64,
  pick: 52,
  title: 120,
  column: 136,
};
const ONE_COLUMN: readonly ListColumn[] = ["state"];

/** The title column is indented if rows have checkboxes. */
function titleClass(name: "titleColumn" | "titleCell", isSelectable: boolean): string {
  return `${styles[name]} ${isSelectable ? styles["picked"] : ""}`;
}

/** Returns the selection key of a row. */
export function rowKey({ type, slug, id = "" }: EntrySummary): string {
  return `${type}/${slug}/${id}`;
}

/** The checkbox that selects an entry. */
export function RowBox(): ReactNode {
  return (
    <Checkbox slot="selection" className={styles["pick"] ?? ""}>
      {({ isSelected, isIndeterminate }) => (
        <span className={styles["box"]} aria-hidden="true">
          {isIndeterminate && <Minus size={12} strokeWidth={3} />}
          {isSelected && !isIndeterminate && <Check size={12} strokeWidth={3} />}
        </span>
      )}
    </Checkbox>
  );
}

interface SortedColumnProps {
  readonly id: string;
  readonly isRowHeader?: boolean;
  readonly isSorted?: boolean;
  readonly className: string | undefined;
  readonly width: number | "1fr";
  readonly minWidth?: number;
  readonly children: ReactNode;
}

function SortedColumn(props: SortedColumnProps): ReactNode {
  const { id, isRowHeader = false, isSorted = true, className = "", children } = props;
  const { width, minWidth = null } = props;
  return (
    <Column
      id={id}
      allowsSorting={isSorted}
      isRowHeader={isRowHeader}
      className={className}
      width={width}
      minWidth={minWidth}
    >
      {({ sortDirection }) => (
        <span className={styles["sorted"]}>
          <span className={styles["clip"]}>{children}</span>
          {sortDirection === "ascending" && <ArrowUp size={12} aria-hidden="true" />}
          {sortDirection === "descending" && <ArrowDown size={12} aria-hidden="true" />}
        </span>
      )}
    </Column>
  );
}

interface EntryRowProps {
  readonly id: string;
  readonly entry: EntrySummary;
  readonly columns: readonly ListColumn[];
  readonly fields: readonly Field[];
  readonly typeLabel: string;
  readonly isSelectable: boolean;
}

function EntryRow(props: EntryRowProps): ReactNode {
  const { id, entry, columns, fields, typeLabel, isSelectable } = props;
  const site = useSiteId();
  return (
    <Row
      id={id}
      textValue={entry.title}
      className={styles["row"] ?? ""}
      {...(entry.id !== undefined && {
        href: `/sites/${site}/entries/${entry.type}/${entry.id}`,
      })}
    >
      {isSelectable && (
        <Cell className={styles["pickCell"] ?? ""}>
          <RowBox />
        </Cell>
      )}
      <Cell className={titleClass("titleCell", isSelectable)}>
        <EntryNames entry={entry} />
      </Cell>
      {columns.map((column) => (
        <Cell key={column} className={styles["cell"] ?? ""}>
          <span>
            <EntryCell entry={entry} column={column} fields={fields} typeLabel={typeLabel} />
          </span>
        </Cell>
      ))}
    </Row>
  );
}

function sortOf(order: EntryOrder): SortDescriptor | undefined {
  const read = readOrder(order);
  return read && { column: read.column, direction: read.descends ? "descending" : "ascending" };
}

function orderOf({ column, direction }: SortDescriptor): EntryOrder {
  return `${direction === "descending" ? "-" : ""}${String(column)}`;
}
