import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useEntries } from "../api/entries.ts";
import { useSite, useTypes } from "../api/sites.ts";
import { EntryTable } from "../entries/entry-table.tsx";
import { type ListAddress, useListAddress } from "../entries/list-address.ts";
import { NewEntry } from "../entries/new-entry.tsx";
import { NoEntries } from "../entries/no-entries.tsx";
import { StateTabs } from "../entries/state-tabs.tsx";
import { useTitle } from "../shell/use-title.ts";
import { HiddenText } from "../ui/hidden-text.tsx";
import { Refusal } from "../ui/refusal.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { Waiting } from "../ui/waiting.tsx";
import styles from "../entries/entries.module.css";

/** The entries of a type, or of all types. */
export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  const address = useListAddress();
  const { type, state, search } = address.list;
  const { data: types = [] } = useTypes();
  const { data: site } = useSite();
  const contentType = types.find(({ apiId }) => apiId === type);
  const title = contentType?.label ?? formatMessage({ id: "nav.entries" });
  useTitle(title);
  return (
    <>
      <header className={styles["bar"]}>
        <h1 className={styles["title"]}>{title}</h1>
        {site && <NewEntry site={site} types={contentType === undefined ? types : [contentType]} />}
      </header>
      <StateTabs
        counted={contentType === undefined ? types : [contentType]}
        state={state}
        onChange={(next) => address.change("state", next ?? "")}
      />
      <div className={styles["search"]}>
        <SearchBox
          key={type ?? ""}
          label={formatMessage({ id: "entries.search" })}
          value={search}
          onChange={(words) => address.change("q", words)}
        />
      </div>
      <Rows title={title} address={address} />
    </>
  );
}

function Rows({ title, address }: { title: string; address: ListAddress }): ReactNode {
  const { data: types = [] } = useTypes();
  const { list } = address;
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage } = useEntries(list);
  if (data === undefined) return error === null ? <Waiting /> : <Refusal error={error} />;
  const entries = data.pages.flatMap((page) => page.entries);
  const total = data.pages[0]?.total ?? entries.length;
  const isFiltered = list.state !== undefined || list.search !== "";
  return (
    <>
      <HiddenText>
        <span role="status">
          {isFiltered && <FormattedMessage id="entries.found" values={{ count: total }} />}
        </span>
      </HiddenText>
      <Refusal error={error} />
      {entries.length === 0 ? (
        <NoEntries isFiltered={isFiltered} onClear={address.clear} />
      ) : (
        <EntryTable
          label={title}
          entries={entries}
          types={types}
          order={list.order}
          onOrder={(next) => address.change("order", next)}
          isLoading={isFetchingNextPage}
          onMore={hasNextPage ? () => void fetchNextPage() : undefined}
        />
      )}
    </>
  );
}
