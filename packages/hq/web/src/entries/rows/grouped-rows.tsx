import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "react-aria-components";
import { FormattedNumber, useIntl } from "react-intl";
import { useAuthors, useEntries } from "../../api/content/entries.ts";
import { useTypes } from "../../api/sites.ts";
import { Loading } from "../../ui/notes/loading.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { useStateWord } from "../../ui/values/state-mark.tsx";
import { type Column, extrasOf } from "../query/columns.ts";
import { type Group, groupsOf } from "../query/groups.ts";
import type { ListParams } from "../query/list-params.ts";
import { ResultRows, type RowsDisplay } from "./found-rows.tsx";
import styles from "./groups.module.css";

interface GroupedRowsProps extends RowsDisplay {
  readonly title: string;
  readonly address: ListParams;
  readonly group: Column;
}

/** The entries of a list in groups. Each group loads its entries and count separately. */
export function GroupedRows({ title, address, group, ...look }: GroupedRowsProps): ReactNode {
  const { formatMessage } = useIntl();
  const wordOf = useStateWord();
  const { data: types = [] } = useTypes();
  const { data: authors, error } = useAuthors();
  const { changeLook } = address;
  const { closed } = address.look;
  if (group === "author" && authors === undefined) {
    return <Loading error={error} />;
  }
  const groups = groupsOf(group, address.list, {
    types,
    fields: look.fields,
    authors: authors ?? [],
    stateName: (state) => formatMessage({ id: wordOf(state) }),
    yesOrNo: (value) => formatMessage({ id: value ? "filters.yes" : "filters.no" }),
  });
  return groups.map((one) => (
    <GroupSection
      key={one.key}
      {...look}
      title={title}
      group={one}
      isClosed={closed.includes(one.key)}
      onClose={(isClosed) => {
        const others = closed.filter((key) => key !== one.key);
        changeLook({ closed: isClosed ? [...others, one.key] : others });
      }}
    />
  ));
}

interface GroupSectionProps extends RowsDisplay {
  readonly title: string;
  readonly group: Group;
  readonly isClosed: boolean;
  readonly onClose: (isClosed: boolean) => void;
}

/** A group with its name and entries. Empty groups are hidden. */
function GroupSection({ title, group, isClosed, onClose, ...look }: GroupSectionProps): ReactNode {
  const { formatMessage } = useIntl();
  const rows = useId();
  const result = useEntries(group.list, extrasOf(look.columns));
  const { data, error } = result;
  const label = group.label ?? formatMessage({ id: "groups.none" });
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  if (entries.length === 0 && error === null) return null;
  return (
    <section className={styles["group"]} aria-label={label}>
      <GroupName
        name={label}
        count={data?.pages[0]?.total}
        rows={rows}
        isClosed={isClosed}
        onClose={onClose}
      />
      <div id={rows}>
        <Refusal error={error} />
        {!isClosed && (
          <ResultRows
            {...look}
            title={`${title}: ${label}`}
            list={group.list}
            entries={entries}
            result={result}
          />
        )}
      </div>
    </section>
  );
}

interface GroupNameProps {
  readonly name: string;
  /** Number of entries; undefined while loading and for large searches. */
  readonly count: number | undefined;
  /** Id of the element it expands and collapses. */
  readonly rows: string;
  readonly isClosed: boolean;
  readonly onClose: (isClosed: boolean) => void;
}

function GroupName({ name, count, rows, isClosed, onClose }: GroupNameProps): ReactNode {
  const Chevron = isClosed ? ChevronRight : ChevronDown;
  return (
    <h2 className={styles["name"]}>
      <Button
        className={styles["toggle"] ?? ""}
        aria-expanded={!isClosed}
        aria-controls={rows}
        onPress={() => onClose(!isClosed)}
      >
        <Chevron size={16} aria-hidden="true" />
        {name}
        {count !== undefined && (
          <small>
            <FormattedNumber value={count} />
          </small>
        )}
      </Button>
    </h2>
  );
}
