import { FileText, Replace, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button as AriaButton, GridList, GridListItem } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { type EntrySummary, useEntries } from "../../api/entries.ts";
import { useEntriesById } from "../../api/entry.ts";
import { useTypes } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { StateMark } from "../../ui/state-mark.tsx";
import type { ControlProps } from "./control.ts";
import { FieldFrame } from "./field-frame.tsx";
import styles from "./fields.module.css";

/** One entry of one of the types that the field takes. */
export function ReferenceControl(props: ControlProps): ReactNode {
  const { field, value, onChange, problem, path } = props;
  const { formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const id = typeof value === "string" ? value : undefined;
  return (
    <FieldFrame field={field} problem={problem}>
      {id !== undefined && (
        <div className={styles["reference"]}>
          <ChosenEntry id={id} />
          <AriaButton
            className={styles["iconButton"] ?? ""}
            aria-label={formatMessage({ id: "field.otherEntry" })}
            onPress={() => setIsOpen(true)}
            data-path={path}
          >
            <Replace size={14} aria-hidden="true" />
          </AriaButton>
          <AriaButton
            className={styles["iconButton"] ?? ""}
            aria-label={formatMessage({ id: "field.remove" })}
            onPress={() => onChange(undefined)}
          >
            <X size={14} aria-hidden="true" />
          </AriaButton>
        </div>
      )}
      {id === undefined && (
        <div>
          <Button onPress={() => setIsOpen(true)} data-path={path}>
            <FormattedMessage id="field.chooseEntry" />
          </Button>
        </div>
      )}
      <Dialog title={field.label} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <EntryChoice
          types={field.to ?? []}
          onChoose={(chosen) => {
            onChange(chosen);
            setIsOpen(false);
          }}
        />
      </Dialog>
    </FieldFrame>
  );
}

function ChosenEntry({ id }: { readonly id: string }): ReactNode {
  const { data } = useEntriesById([id]);
  const [entry] = data ?? [];
  if (data === undefined) return <span className={styles["grow"]} />;
  if (entry !== undefined) return <EntryNames entry={entry} />;
  return (
    <span className={`${styles["grow"]} ${styles["problem"]}`}>
      <FormattedMessage id="field.entryGone" values={{ id }} />
    </span>
  );
}

function EntryNames({ entry }: { readonly entry: EntrySummary }): ReactNode {
  const { data: types = [] } = useTypes();
  return (
    <>
      <span className={styles["thumbnail"]}>
        <FileText size={16} aria-hidden="true" />
      </span>
      <span className={styles["names"]}>
        <b>{entry.title}</b>
        <small>{types.find(({ apiId }) => apiId === entry.type)?.label ?? entry.type}</small>
      </span>
      <StateMark state={entry.state} />
    </>
  );
}

interface EntryChoiceProps {
  readonly types: readonly string[];
  readonly onChoose: (id: string) => void;
}

/** Entries to choose from, searched on the server; of several types in one list. */
function EntryChoice({ types, onChoose }: EntryChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState("");
  const [only] = types.length === 1 ? types : [];
  const { data } = useEntries({ type: only, search, order: "-updatedAt" });
  const entries = (data?.pages ?? [])
    .flatMap((page) => page.entries)
    .filter((entry) => entry.id !== undefined && types.includes(entry.type));
  return (
    <div className={styles["choice"]}>
      <SearchBox
        autoFocus
        label={formatMessage({ id: "entries.search" })}
        value={search}
        onChange={setSearch}
      />
      <GridList
        className={styles["choices"] ?? ""}
        aria-label={formatMessage({ id: "nav.entries" })}
        onAction={(key) => onChoose(String(key))}
        renderEmptyState={() => <FormattedMessage id="entries.noMatch" />}
      >
        {entries.map((entry) => (
          <GridListItem
            key={entry.id}
            id={entry.id ?? ""}
            textValue={entry.title}
            className={styles["option"] ?? ""}
          >
            <EntryNames entry={entry} />
          </GridListItem>
        ))}
      </GridList>
    </div>
  );
}
