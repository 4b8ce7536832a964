import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button,
  GridList,
  GridListItem,
  GridListLoadMoreItem,
  useDragAndDrop,
} from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { EntrySummary } from "../../api/content/entries.ts";
import { useMoveEntry } from "../../api/content/order.ts";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { EntryNames, EntryState } from "./entry-cells.tsx";
import list from "../../ui/list.module.css";
import text from "../../ui/text.module.css";
import styles from "./arrange.module.css";

interface ArrangeListProps {
  readonly type: string;
  readonly label: string;
  readonly entries: readonly EntrySummary[];
  /** Loads and returns the next page; absent if all entries are loaded. */
  readonly onMore: (() => Promise<readonly EntrySummary[]>) | undefined;
  readonly isLoading: boolean;
}

/** Reorders entries by drag and drop, keyboard, or buttons. Each move is saved immediately. */
export function ArrangeList(props: ArrangeListProps): ReactNode {
  const { type, label, entries, onMore, isLoading } = props;
  const move = useMoveEntry();
  // Entries that are only live or can't be read have no position.
  const placed = entries.flatMap((entry) => {
    return entry.id === undefined || entry.removed || entry.state === "broken"
      ? []
      : [{ ...entry, id: entry.id }];
  });
  /** Moves an entry before the one at the given index. */
  const moveTo = async (id: string, place: number): Promise<void> => {
    const targetEntry = placed[place] ?? (await onMore?.().catch(() => undefined))?.[0];
    if (targetEntry?.id !== id) move.mutate({ type, id, before: targetEntry?.id ?? null });
  };
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": String(key) })),
    onReorder: ({ keys, target }) => {
      const place = placed.findIndex(({ id }) => id === target.key);
      const [id] = keys;
      if (place === -1 || id === undefined) return;
      void moveTo(String(id), target.dropPosition === "before" ? place : place + 1);
    },
  });
  return (
    <>
      <p className={`${text["soft"]} ${styles["hint"]}`}>
        <LiveMessage id="arrange.hint" />{" "}
        <span className={styles["keys"]}>
          <FormattedMessage id="arrange.keys" />
        </span>
      </p>
      <Refusal error={move.error} />
      <GridList
        className={`${list["sortable"]} ${styles["list"]}`}
        aria-label={label}
        items={placed}
        dragAndDropHooks={dragAndDropHooks}
      >
        {placed.map((entry, place) => (
          <ArrangeRow
            key={entry.id}
            entry={entry}
            onUp={place === 0 ? undefined : () => void moveTo(entry.id, place - 1)}
            onDown={
              place === placed.length - 1 && onMore === undefined
                ? undefined
                : () => void moveTo(entry.id, place + 2)
            }
          />
        ))}
        {onMore && (
          <GridListLoadMoreItem onLoadMore={() => void onMore()} isLoading={isLoading}>
            <FormattedMessage id="waiting" />
          </GridListLoadMoreItem>
        )}
      </GridList>
    </>
  );
}

interface ArrangeRowProps {
  readonly entry: EntrySummary & { readonly id: string };
  /** Absent for the first entry. */
  readonly onUp: (() => void) | undefined;
  /** Absent for the last entry. */
  readonly onDown: (() => void) | undefined;
}

function ArrangeRow({ entry, onUp, onDown }: ArrangeRowProps): ReactNode {
  const { formatMessage } = useIntl();
  const { id, title } = entry;
  return (
    <GridListItem id={id} textValue={title} className={styles["row"] ?? ""}>
      <Button
        slot="drag"
        className={list["grip"] ?? ""}
        aria-label={formatMessage({ id: "arrange.drag" }, { title })}
      >
        <GripVertical size={16} aria-hidden="true" />
      </Button>
      <span className={styles["title"]}>
        <EntryNames entry={entry} />
      </span>
      <span className={`${text["soft"]} ${styles["state"]}`}>
        <EntryState entry={entry} />
      </span>
      <Button
        className={styles["step"] ?? ""}
        isDisabled={onUp === undefined}
        aria-label={formatMessage({ id: "arrange.up" }, { title })}
        onPress={() => onUp?.()}
      >
        <ArrowUp size={16} aria-hidden="true" />
      </Button>
      <Button
        className={styles["step"] ?? ""}
        isDisabled={onDown === undefined}
        aria-label={formatMessage({ id: "arrange.down" }, { title })}
        onPress={() => onDown?.()}
      >
        <ArrowDown size={16} aria-hidden="true" />
      </Button>
    </GridListItem>
  );
}
