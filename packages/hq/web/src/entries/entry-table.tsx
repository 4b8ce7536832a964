import { ArrowDown, ArrowUp, FileText } from "lucide-react";
import type { ReactNode } from "react";
import {
  Cell,
  Column,
  Row,
  type SortDescriptor,
  Table,
  TableBody,
  TableHeader,
  TableLoadMoreItem,
} from "react-aria-components";
import { FormattedDate, FormattedMessage } from "react-intl";
import type { EntryOrder, EntrySummary } from "../api/entries.ts";
import { type ContentType, useSiteId } from "../api/sites.ts";
import { Ago } from "../ui/ago.tsx";
import { StateMark } from "../ui/state-mark.tsx";
import { isOrder } from "./list-address.ts";
import styles from "./entries.module.css";

interface EntryTableProps {
  /** What the list is of. */
  readonly label: string;
  readonly entries: readonly EntrySummary[];
  readonly types: readonly ContentType[];
  readonly order: EntryOrder;
  readonly onOrder: (order: EntryOrder) => void;
  readonly isLoading: boolean;
  /** Absent when all are there. */
  readonly onMore: (() => void) | undefined;
}

/** Entries in rows; whoever comes near the end gets the next page. */
export function EntryTable(props: EntryTableProps): ReactNode {
  const { label, entries, types, order, onOrder, isLoading, onMore } = props;
  const labels = new Map(types.map((type) => [type.apiId, type.label]));
  const sort = sortOf(order);
  return (
    <Table
      className={styles["table"] ?? ""}
      aria-label={label}
      {...(sort && { sortDescriptor: sort })}
      onSortChange={(next) => onOrder(orderOf(next))}
    >
      <TableHeader>
        <SortedColumn id="title" isRowHeader className={styles["titleColumn"]}>
          <FormattedMessage id="entries.title" />
        </SortedColumn>
        <Column className={styles["column"] ?? ""}>
          <FormattedMessage id="entries.type" />
        </Column>
        <Column className={styles["column"] ?? ""}>
          <FormattedMessage id="entries.state" />
        </Column>
        <SortedColumn id="publishedAt" className={styles["column"]}>
          <FormattedMessage id="entries.published" />
        </SortedColumn>
        <SortedColumn id="updatedAt" className={styles["column"]}>
          <FormattedMessage id="entries.changed" />
        </SortedColumn>
      </TableHeader>
      <TableBody>
        {entries.map((entry) => (
          <EntryRow
            key={`${entry.type}/${entry.id ?? entry.slug}/${entry.version}`}
            entry={entry}
            typeLabel={labels.get(entry.type) ?? entry.type}
          />
        ))}
        {onMore && (
          <TableLoadMoreItem onLoadMore={onMore} isLoading={isLoading}>
            <FormattedMessage id="waiting" />
          </TableLoadMoreItem>
        )}
      </TableBody>
    </Table>
  );
}

interface SortedColumnProps {
  readonly id: string;
  readonly isRowHeader?: boolean;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

function SortedColumn({
  id,
  isRowHeader = false,
  className = "",
  children,
}: SortedColumnProps): ReactNode {
  return (
    <Column id={id} allowsSorting isRowHeader={isRowHeader} className={className}>
      {({ sortDirection }) => (
        <span className={styles["sorted"]}>
          {children}
          {sortDirection === "ascending" && <ArrowUp size={12} aria-hidden="true" />}
          {sortDirection === "descending" && <ArrowDown size={12} aria-hidden="true" />}
        </span>
      )}
    </Column>
  );
}

interface EntryRowProps {
  readonly entry: EntrySummary;
  readonly typeLabel: string;
}

function EntryRow({ entry, typeLabel }: EntryRowProps): ReactNode {
  const { publishedAt, updatedAt } = entry;
  const site = useSiteId();
  const cell = styles["cell"] ?? "";
  return (
    <Row
      className={styles["row"] ?? ""}
      {...(entry.id !== undefined && {
        href: `/sites/${site}/entries/${entry.type}/${entry.id}`,
      })}
    >
      <Cell className={styles["titleCell"] ?? ""}>
        <Names entry={entry} />
      </Cell>
      <Cell className={cell}>{typeLabel}</Cell>
      <Cell className={cell}>
        <State entry={entry} />
      </Cell>
      <Cell className={cell}>
        {publishedAt === undefined ? "–" : <FormattedDate value={publishedAt} dateStyle="medium" />}
      </Cell>
      <Cell className={cell}>
        <Ago time={updatedAt} />
      </Cell>
    </Row>
  );
}

/** The title, and its address or what is wrong with it. */
function Names({ entry: { title, slug, problems } }: { readonly entry: EntrySummary }): ReactNode {
  const [problem] = problems;
  return (
    <>
      <span className={styles["thumbnail"]}>
        <FileText size={16} aria-hidden="true" />
      </span>
      <span className={styles["names"]}>
        <b>{title}</b>
        {problem === undefined ? (
          <small>/{slug}</small>
        ) : (
          <small className={styles["problem"]}>{problem.message}</small>
        )}
      </span>
    </>
  );
}

function State({ entry }: { readonly entry: EntrySummary }): ReactNode {
  const { state, scheduled, publishAt } = entry;
  if (!scheduled || state === "broken") return <StateMark state={state} />;
  return (
    <>
      <StateMark state="scheduled" />
      {publishAt !== undefined && (
        <small className={styles["when"]}>
          <FormattedDate value={publishAt} dateStyle="medium" />
        </small>
      )}
    </>
  );
}

function sortOf(order: EntryOrder): SortDescriptor | undefined {
  if (order === "default") return undefined;
  const descends = order.startsWith("-");
  const column = descends ? order.slice(1) : order;
  return { column, direction: descends ? "descending" : "ascending" };
}

function orderOf({ column, direction }: SortDescriptor): EntryOrder {
  const name = `${direction === "descending" ? "-" : ""}${String(column)}`;
  return isOrder(name) ? name : "default";
}
