import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { GridList, GridListItem, ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useAddedEntries } from "../../../api/content/entries-by-id.ts";
import { type EntrySummary, useEntriesToChoose } from "../../../api/content/entries.ts";
import { useChangeNumber } from "../../../api/content/entry-place.ts";
import { type ContentType, useSite, useTypes } from "../../../api/sites.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { SearchBox } from "../../../ui/fields/search-box.tsx";
import { Loading } from "../../../ui/notes/loading.tsx";
import { StateMark } from "../../../ui/values/state-mark.tsx";
import { Thumbnail } from "../../../ui/values/thumbnail.tsx";
import { CreateTarget } from "./new-target.tsx";
import form from "../../../ui/form.module.css";
import listStyles from "../../../ui/list.module.css";
import text from "../../../ui/text.module.css";
import styles from "../choice.module.css";

interface EntryChoiceProps {
  /** The allowed types; absent for all. */
  readonly types?: readonly string[];
  readonly onChoose: (id: string, title: string) => void;
}

/** Selects an entry by searching on the server, or creates a new one. */
export function EntryChoice({ types, onChoose }: EntryChoiceProps): ReactNode {
  return (
    <Choice
      types={types}
      onMade={({ id, title }) => onChoose(id, title)}
      renderList={(entries, props) => (
        <GridList
          {...props}
          onAction={(key) => {
            const chosen = entries.find(({ id }) => id === key);
            if (chosen?.id !== undefined) onChoose(chosen.id, chosen.title);
          }}
        >
          {entries.map((entry) => (
            <Option key={entry.id} entry={entry} />
          ))}
        </GridList>
      )}
    />
  );
}

interface EntriesChoiceProps {
  readonly types?: readonly string[];
  /** Number of entries that can still be added. */
  readonly room: number;
  readonly onChoose: (ids: readonly string[]) => void;
}

/** Selects several entries. The selection survives changes of the search. */
export function EntriesChoice({ types, room, onChoose }: EntriesChoiceProps): ReactNode {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  return (
    <Choice
      types={types}
      onMade={({ id }) => onChoose([...ticked, id])}
      renderList={(entries, props) => (
        <GridList
          {...props}
          selectionMode="multiple"
          selectedKeys={ticked}
          onSelectionChange={(keys) => {
            const shown = entries.flatMap(({ id }) => id ?? []);
            const chosen = keys === "all" ? shown : shown.filter((id) => keys.has(id));
            const hidden = ticked.filter((id) => !shown.includes(id));
            setTicked([...hidden, ...chosen].slice(0, room));
          }}
        >
          {entries.map((entry) => (
            <Option key={entry.id} entry={entry} isTicked />
          ))}
        </GridList>
      )}
      foot={
        <div className={`${form["foot"]} ${styles["end"]}`}>
          <Button look="primary" isDisabled={ticked.length === 0} onPress={() => onChoose(ticked)}>
            <FormattedMessage id="choice.addEntries" values={{ count: ticked.length }} />
          </Button>
        </div>
      }
    />
  );
}

interface ListProps {
  readonly className: string;
  readonly "aria-label": string;
  readonly renderEmptyState: () => ReactNode;
}

interface ChoiceProps {
  readonly types: readonly string[] | undefined;
  readonly onMade: (entry: { readonly id: string; readonly title: string }) => void;
  /** Shown below the list. */
  readonly foot?: ReactNode;
  readonly renderList: (entries: readonly EntrySummary[], props: ListProps) => ReactNode;
}

const ALL = "";
const WITH_PICTURES = { thumbnails: true };

function Choice({ types, onMade, foot, renderList }: ChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState("");
  const [only, setOnly] = useState(ALL);
  const [isNew, setIsNew] = useState(false);
  const creatable = useCreatableTypes(types);
  const searchedTypes = only === ALL ? (types ?? []) : [only];
  const list = { types: searchedTypes, search, order: "-updatedAt" } as const;
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useEntriesToChoose(
    list,
    WITH_PICTURES,
  );
  // Entries too broken to have an id, and those that are only live, can't be selected.
  const entries = [
    ...useAdded(searchedTypes, search),
    ...(data?.pages ?? []).flatMap((page) => page.entries),
  ].filter(({ id, removed }) => id !== undefined && !removed);
  if (isNew)
    return <CreateTarget types={creatable} onMade={onMade} onBack={() => setIsNew(false)} />;
  return (
    <div className={styles["choice"]}>
      <SearchBox
        autoFocus
        label={formatMessage({ id: "entries.search" })}
        value={search}
        onChange={setSearch}
      />
      {types !== undefined && types.length > 1 && (
        <TypeFilter types={types} only={only} onChange={setOnly} />
      )}
      {renderList(entries, {
        className: styles["choices"] ?? "",
        "aria-label": formatMessage({ id: "nav.entries" }),
        renderEmptyState: () =>
          data === undefined ? (
            <Loading error={error} />
          ) : (
            <FormattedMessage id="entries.noMatch" />
          ),
      })}
      <div className={styles["more"]}>
        {creatable.length > 0 && (
          <Button look="quiet" onPress={() => setIsNew(true)}>
            <Plus size={15} aria-hidden="true" />
            <FormattedMessage id="choice.new" />
          </Button>
        )}
        {hasNextPage && (
          <Button
            look="quiet"
            isWorking={isFetchingNextPage}
            onPress={() => !isFetchingNextPage && void fetchNextPage()}
          >
            <FormattedMessage id="choice.more" />
          </Button>
        )}
      </div>
      {foot}
    </div>
  );
}

/** Returns matching entries added by the current change request. */
function useAdded(types: readonly string[], search: string): readonly EntrySummary[] {
  const added = useAddedEntries(types);
  const query = search.trim().toLowerCase();
  return added.filter(({ title }) => title.toLowerCase().includes(query));
}

/** Returns the types the user can create entries of. */
function useCreatableTypes(types: readonly string[] | undefined): readonly ContentType[] {
  const { data: all = [] } = useTypes();
  const { data: site } = useSite();
  const isInProposal = useChangeNumber() !== undefined;
  if (types === undefined || site === undefined || site.role === "view") return [];
  if (site.reviewRequired && !isInProposal) return [];
  return all.filter(({ apiId, kind }) => kind === "list" && types.includes(apiId));
}

interface TypeFilterProps {
  readonly types: readonly string[];
  readonly only: string;
  readonly onChange: (only: string) => void;
}

function TypeFilter({ types, only, onChange }: TypeFilterProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data: all = [] } = useTypes();
  return (
    <ToggleButtonGroup
      className={styles["types"] ?? ""}
      aria-label={formatMessage({ id: "choice.types" })}
      disallowEmptySelection
      selectedKeys={[only]}
      onSelectionChange={(keys) => onChange(String([...keys][0] ?? ALL))}
    >
      {[ALL, ...types].map((type) => (
        <ToggleButton key={type} id={type} className={styles["type"] ?? ""}>
          {type === ALL ? (
            <FormattedMessage id="choice.allTypes" />
          ) : (
            (all.find(({ apiId }) => apiId === type)?.label ?? type)
          )}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

interface OptionProps {
  readonly entry: EntrySummary;
  readonly isTicked?: boolean;
}

function Option({ entry, isTicked = false }: OptionProps): ReactNode {
  return (
    <GridListItem
      id={entry.id ?? ""}
      textValue={entry.title}
      className={`${listStyles["option"]} ${styles["option"]}`}
    >
      {isTicked && <Checkbox slot="selection">{null}</Checkbox>}
      <EntryNames entry={entry} />
    </GridListItem>
  );
}

/** An entry in one line: title, type, and state. */
export function EntryNames({ entry }: { readonly entry: EntrySummary }): ReactNode {
  const { data: types = [] } = useTypes();
  return (
    <>
      <Thumbnail picture={entry.thumbnail?.url} size="medium" />
      <span className={`${listStyles["names"]} ${listStyles["clipped"]} ${styles["names"]}`}>
        <b>{entry.title}</b>
        <small className={text["detail"]}>
          {types.find(({ apiId }) => apiId === entry.type)?.label ?? entry.type}
        </small>
      </span>
      <StateMark state={entry.state} />
    </>
  );
}
