import { ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, Navigate, useSearchParams } from "react-router";
import { type EntryList, type EntrySummary, useEntries } from "../api/content/entries.ts";
import { type Field, useSchema } from "../api/content/schema.ts";
import {
  canBuild,
  type ContentType,
  savesToMain,
  type Site,
  useSite,
  useSiteId,
  useTypes,
} from "../api/sites.ts";
import { OPENED } from "../shell/pages.ts";
import { useTitle } from "../shell/use-title.ts";
import { Button } from "../ui/button.tsx";
import { SearchBox } from "../ui/fields/search-box.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { FilterBar } from "./filters/filter-bar.tsx";
import { type Columns, extrasOf, useColumns } from "./query/columns.ts";
import { isNarrowed, type ListParams, useListParams } from "./query/list-params.ts";
import { ListRows } from "./rows/list-rows.tsx";
import { ColumnsMenu, DisplayMenu, StateTabs, ViewsMenu } from "./tools/list-tools.tsx";
import { NewEntry } from "./tools/new-entry.tsx";
import styles from "./entries.module.css";

/** The entries of a type, or of all types. */
export function EntriesScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const address = useListParams();
  const [search] = useSearchParams();
  const { type, types: chosen = [] } = address.list;
  const { data: types = [] } = useTypes();
  const contentType = types.find(({ apiId }) => apiId === type);
  const title = contentType?.label ?? formatMessage({ id: "nav.entries" });
  useTitle(title);
  const only = type ?? (chosen.length === 1 ? chosen[0] : undefined);
  const parts = { title, address, contentType, types };
  if (contentType?.kind === "object" && search.has(OPENED)) {
    return <OnlyEntry list={address.list} of={contentType} />;
  }
  return only === undefined ? (
    <List {...parts} fields={NO_FIELDS} />
  ) : (
    <ListOfOne {...parts} only={only} />
  );
}

const NO_FIELDS: readonly Field[] = [];

interface ListProps {
  readonly title: string;
  readonly address: ListParams;
  /** The content type in the URL; absent for all types. */
  readonly contentType: ContentType | undefined;
  readonly types: readonly ContentType[];
  /** Fields of the list's only type. */
  readonly fields: readonly Field[];
}

/** A list of one type, which can use its fields as filters, sort keys, and columns. */
function ListOfOne({ only, ...parts }: Omit<ListProps, "fields"> & { readonly only: string }) {
  const { data: schema, error } = useSchema(only);
  // The list also works without a schema.
  if (schema === undefined && error === null) return <Waiting />;
  return <List {...parts} fields={schema?.fields ?? NO_FIELDS} />;
}

function List(props: ListProps): ReactNode {
  const { title, address, contentType, types, fields } = props;
  const { list, isArranging } = address;
  const { data: site } = useSite();
  const columns = useColumns(useSiteId(), list.type, fields);
  const result = useEntries(list, extrasOf(columns));
  const of = contentType === undefined ? types : [contentType];
  const mayWrite = site !== undefined && site.role !== "view";
  const isEmpty = result.data?.pages[0]?.entries.length === 0;
  return (
    <>
      <ScreenHead
        title={title}
        count={<Total address={address} count={result.data?.pages[0]?.total} types={of} />}
      >
        {site !== undefined && <ListActions {...props} site={site} of={of} />}
      </ScreenHead>
      {site !== undefined && <UnreadyTypes site={site} types={of} />}
      {!isArranging && <Tools {...props} of={of} columns={columns} isEmpty={isEmpty} />}
      <ListRows
        title={title}
        address={address}
        mayWrite={mayWrite}
        fields={fields}
        columns={columns}
        result={result}
      />
    </>
  );
}

interface ListActionsProps extends ListProps {
  readonly site: Site;
  /** The types whose entries are listed. */
  readonly of: readonly ContentType[];
}

function ListActions({ site, address, contentType, of }: ListActionsProps): ReactNode {
  const { isArranging, change } = address;
  const isArrangeable =
    savesToMain(site) && contentType?.kind === "list" && contentType.entries.all > 1;
  return (
    <>
      <Link className={styles["backLink"]} to={`/sites/${site.id}/deleted`}>
        <FormattedMessage id="deleted.title" />
      </Link>
      {isArrangeable && (
        <Button
          onPress={() => change("arrange", isArranging ? "" : "1")}
          look={isArranging ? "primary" : "plain"}
        >
          {!isArranging && <ArrowUpDown size={14} aria-hidden="true" />}
          <FormattedMessage id={isArranging ? "arrange.end" : "arrange.start"} />
        </Button>
      )}
      {!isArranging && <NewEntry site={site} types={of} />}
    </>
  );
}

interface ToolsProps extends ListProps {
  readonly of: readonly ContentType[];
  readonly columns: Columns;
  /** Whether there are no results. The list then shows a message and a way back. */
  readonly isEmpty: boolean;
}

/** Filters and display options of the list. */
function Tools(props: ToolsProps): ReactNode {
  const { address, contentType, types, fields, of, columns, isEmpty } = props;
  const { formatMessage } = useIntl();
  const { list, look, filters, change, changeFilters, clear } = address;
  return (
    <>
      <StateTabs counted={of} state={list.state} onChange={(next) => change("state", next ?? "")} />
      <div className={styles["tools"]}>
        <div className={styles["search"]}>
          <SearchBox
            key={list.type ?? ""}
            label={formatMessage({ id: "entries.search" })}
            value={list.search}
            onChange={(words) => change("q", words)}
          />
        </div>
        <FilterBar
          filters={filters}
          onChange={changeFilters}
          onClear={isNarrowed(list) && !isEmpty ? clear : undefined}
          types={contentType === undefined ? types : []}
          fields={fields}
        />
        <div className={styles["end"]}>
          <ViewsMenu />
          <DisplayMenu address={address} fields={fields} />
          {!look.isGrid && <ColumnsMenu columns={columns} type={list.type} fields={fields} />}
        </div>
      </div>
    </>
  );
}

interface TotalProps {
  readonly address: ListParams;
  readonly count: number | undefined;
  readonly types: readonly ContentType[];
}

/** The number of entries. For a filtered list, also the number without filters. */
function Total({ address: { list }, count, types }: TotalProps): ReactNode {
  if (count === undefined) return null;
  const all = types.reduce((sum, { entries }) => sum + entries.all, 0);
  return isNarrowed(list) ? (
    <FormattedMessage id="entries.totalOf" values={{ count, all }} />
  ) : (
    <FormattedMessage id="entries.total" values={{ count }} />
  );
}

interface OnlyEntryProps {
  readonly list: EntryList;
  /** An object type. */
  readonly of: ContentType;
}

/**
 * Opens the entry editor of an object type instead of a list. Shows the list if the entry can't be opened or created.
 */
function OnlyEntry({ list, of }: OnlyEntryProps): ReactNode {
  const { data: site } = useSite();
  const { data, error, isPlaceholderData } = useEntries(list);
  if (site === undefined) return <Waiting />;
  const place = `/sites/${site.id}/entries/${of.apiId}`;
  if (error !== null) return <Navigate replace to={place} />;
  if (data === undefined || isPlaceholderData) return <Waiting />;
  const form = formOf(data.pages[0]?.entries ?? [], site, of);
  return <Navigate replace to={form === undefined ? place : `${place}/${form}`} />;
}

/** Returns the last part of the editor's URL. Merged branches can add a second file, or one without an id. */
function formOf(
  [first, second]: readonly EntrySummary[],
  { role }: Site,
  { version }: ContentType,
): string | undefined {
  if (first === undefined) return role === "view" || version === 0 ? undefined : "new";
  return second === undefined ? first.id : undefined;
}

interface UnreadyTypesProps {
  readonly site: Site;
  /** The types of the list. */
  readonly types: readonly ContentType[];
}

/** Explains why a user who can write sees no New entry button: no schema is published, and they can't publish one. */
function UnreadyTypes({ site, types }: UnreadyTypesProps): ReactNode {
  const { formatList } = useIntl();
  const isUnready = types.length > 0 && types.every(({ version }) => version === 0);
  if (!isUnready || site.role === "view" || canBuild(site)) return null;
  return (
    <Note tone="ochre">
      <FormattedMessage
        id="entries.notReady"
        values={{ types: formatList(types.map(({ label }) => label)) }}
      />
    </Note>
  );
}
