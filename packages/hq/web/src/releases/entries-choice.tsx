import { type ReactNode, useState } from "react";
import { GridList, GridListItem } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useEntriesToChoose } from "../api/content/entries.ts";
import { Checkbox } from "../ui/fields/checkbox.tsx";
import { SearchBox } from "../ui/fields/search-box.tsx";
import { StateMark } from "../ui/values/state-mark.tsx";
import frame from "../ui/fields/field.module.css";
import styles from "./releases.module.css";

interface EntriesChoiceProps {
  /** Entry ids. */
  readonly chosen: readonly string[];
  readonly onChange: (ids: string[]) => void;
  readonly error: string | undefined;
}

/** Selects entries of any type by searching on the server. The selection survives changes of the search. */
export function EntriesChoice({ chosen, onChange, error }: EntriesChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState("");
  const { data } = useEntriesToChoose({ search, order: "-updatedAt" });
  const entries = (data?.pages ?? []).flatMap((page) => page.entries);
  return (
    <div className={styles["choice"]}>
      <SearchBox
        label={formatMessage({ id: "entries.search" })}
        value={search}
        onChange={setSearch}
      />
      <p className={styles["soft"]} role="status">
        <FormattedMessage id="releases.chosen" values={{ count: chosen.length }} />
      </p>
      {error !== undefined && (
        <p className={frame["error"]} role="alert">
          {error}
        </p>
      )}
      <GridList
        className={styles["choices"] ?? ""}
        aria-label={formatMessage({ id: "nav.entries" })}
        selectionMode="multiple"
        selectedKeys={chosen}
        onSelectionChange={(keys) => {
          const ids = keys === "all" ? entries.map(({ id }) => id ?? "") : [...keys].map(String);
          onChange(ids.filter((id) => id !== ""));
        }}
        renderEmptyState={() => <FormattedMessage id="entries.noMatch" />}
      >
        {entries
          .filter(({ id, removed }) => id !== undefined && !removed)
          .map((entry) => (
            <GridListItem
              key={entry.id}
              id={entry.id ?? ""}
              textValue={entry.title}
              className={styles["option"] ?? ""}
            >
              <Checkbox slot="selection">{null}</Checkbox>
              <span className={styles["names"]}>
                <b>{entry.title}</b>
                <small>{entry.type}</small>
              </span>
              <StateMark state={entry.state} />
            </GridListItem>
          ))}
      </GridList>
    </div>
  );
}
