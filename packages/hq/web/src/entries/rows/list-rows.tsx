import { lazy, type ReactNode, Suspense } from "react";
import { FormattedMessage } from "react-intl";
import type { EntrySummary, useEntries } from "../../api/content/entries.ts";
import type { Field } from "../../api/content/schema.ts";
import { Button } from "../../ui/button.tsx";
import { HiddenText } from "../../ui/notes/hidden-text.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import type { Columns } from "../query/columns.ts";
import { isNarrowed, type ListParams } from "../query/list-params.ts";
import { ResultRows } from "./found-rows.tsx";
import { type Choice, useChoice } from "./use-selected-entries.ts";
import styles from "../entries.module.css";

/** Loaded on demand, because the list is the first screen users see and few reorder it. */
const ArrangeList = lazy(async () => ({
  default: (await import("./arrange-list.tsx")).ArrangeList,
}));

const GroupedRows = lazy(async () => ({
  default: (await import("./grouped-rows.tsx")).GroupedRows,
}));

interface RowsProps {
  readonly title: string;
  readonly address: ListParams;
  readonly mayWrite: boolean;
  /** Fields of the list's only type. */
  readonly fields: readonly Field[];
  readonly columns: Columns;
  readonly result: ReturnType<typeof useEntries>;
}

/** The entries of a list, for selecting and opening, or for reordering. */
export function ListRows(props: RowsProps): ReactNode {
  const { address, mayWrite, result } = props;
  const { data, error } = result;
  const choice = useChoice();
  const isNarrow = isNarrowed(address.list);
  if (data === undefined) {
    return error === null ? (
      <Waiting />
    ) : (
      <>
        <Refusal error={error} />
        {isNarrow && <NoEntries isFiltered onClear={address.clear} />}
      </>
    );
  }
  const entries = data.pages.flatMap((page) => page.entries);
  if (address.isArranging && mayWrite) return <Arranging {...props} entries={entries} />;
  return (
    <>
      <ResultCount count={isNarrow ? (data.pages[0]?.total ?? entries.length) : undefined} />
      <Refusal error={error} />
      {entries.length === 0 ? (
        <NoEntries isFiltered={isNarrow} onClear={address.clear} />
      ) : (
        <Rows {...props} entries={entries} choice={choice} />
      )}
    </>
  );
}

interface ResultRowsProps extends RowsProps {
  readonly entries: readonly EntrySummary[];
}

/** The entries as one list or in groups. */
function Rows(props: ResultRowsProps & { readonly choice: Choice }): ReactNode {
  const { title, address, entries, result, ...shown } = props;
  const { list, look } = address;
  const looks = {
    ...shown,
    isGrid: look.isGrid,
    onOrder: (next: string) => address.change("order", next),
  };
  return look.group === undefined ? (
    <ResultRows {...looks} title={title} list={list} entries={entries} result={result} />
  ) : (
    <Suspense fallback={<Waiting />}>
      <GroupedRows {...looks} title={title} address={address} group={look.group} />
    </Suspense>
  );
}

function Arranging({ title, address, result, entries }: ResultRowsProps): ReactNode {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = result;
  const readMore = async (): Promise<readonly EntrySummary[]> => {
    const { data } = await fetchNextPage();
    return data?.pages.at(-1)?.entries ?? [];
  };
  return (
    <Suspense fallback={<Waiting />}>
      <ArrangeList
        type={address.list.type ?? ""}
        label={title}
        entries={entries}
        onMore={hasNextPage ? readMore : undefined}
        isLoading={isFetchingNextPage}
      />
    </Suspense>
  );
}

/** Announces the number of results to screen readers. */
function ResultCount({ count }: { readonly count: number | undefined }): ReactNode {
  return (
    <HiddenText>
      <span role="status">
        {count !== undefined && <FormattedMessage id="entries.found" values={{ count }} />}
      </span>
    </HiddenText>
  );
}

interface NoEntriesProps {
  /** Whether filters may hide entries. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

function NoEntries({ isFiltered, onClear }: NoEntriesProps): ReactNode {
  return (
    <div className={styles["empty"]}>
      <p>
        <FormattedMessage id={isFiltered ? "entries.noMatch" : "entries.none"} />
      </p>
      {isFiltered && (
        <Button onPress={onClear}>
          <FormattedMessage id="entries.clear" />
        </Button>
      )}
    </div>
  );
}
