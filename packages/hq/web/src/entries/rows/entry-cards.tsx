import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import {
  GridList,
  GridListItem,
  GridListLoadMoreItem,
  type Selection,
} from "react-aria-components";
import { FormattedMessage } from "react-intl";
import type { EntrySummary } from "../../api/content/entries.ts";
import { useSiteId } from "../../api/sites.ts";
import { EntryState } from "./entry-cells.tsx";
import { RowBox, rowKey } from "./entry-table.tsx";
import styles from "./cards.module.css";

interface EntryCardsProps {
  /** Accessible name of the list. */
  readonly label: string;
  readonly entries: readonly EntrySummary[];
  /** Keys of the selected cards; absent if there are no bulk actions. */
  readonly selected: Selection | undefined;
  readonly onSelect: (selected: Selection) => void;
  readonly isLoading: boolean;
  /** Absent if all entries are loaded. */
  readonly onMore: (() => void) | undefined;
}

/** Entries as cards with images. Arrow keys move between cards. */
export function EntryCards(props: EntryCardsProps): ReactNode {
  const { label, entries, selected, onSelect, isLoading, onMore } = props;
  return (
    <GridList
      className={styles["cards"] ?? ""}
      layout="grid"
      aria-label={label}
      {...(selected !== undefined && {
        selectionMode: "multiple",
        selectedKeys: selected,
        onSelectionChange: onSelect,
        disabledKeys: entries.filter(({ id }) => id === undefined).map(rowKey),
        disabledBehavior: "selection",
      })}
    >
      {entries.map((entry) => (
        <Card key={rowKey(entry)} entry={entry} isSelectable={selected !== undefined} />
      ))}
      {onMore && (
        <GridListLoadMoreItem onLoadMore={onMore} isLoading={isLoading}>
          <FormattedMessage id="waiting" />
        </GridListLoadMoreItem>
      )}
    </GridList>
  );
}

interface CardProps {
  readonly entry: EntrySummary;
  readonly isSelectable: boolean;
}

function Card({ entry, isSelectable }: CardProps): ReactNode {
  const { id, type, title, slug, thumbnail, problems } = entry;
  const site = useSiteId();
  const [problem] = problems;
  return (
    <GridListItem
      id={rowKey(entry)}
      textValue={title}
      className={styles["card"] ?? ""}
      {...(id !== undefined && { href: `/sites/${site}/entries/${type}/${id}` })}
    >
      <span className={styles["picture"]}>
        {thumbnail === undefined ? (
          <FileText size={24} aria-hidden="true" />
        ) : (
          // The title below labels the image.
          <img src={thumbnail.url} alt="" loading="lazy" />
        )}
      </span>
      {isSelectable && (
        <span className={styles["pick"]}>
          <RowBox />
        </span>
      )}
      <b>{title}</b>
      {problem === undefined ? (
        <small>/{slug}</small>
      ) : (
        <small className={styles["problem"]}>{problem.message}</small>
      )}
      <span className={styles["state"]}>
        <EntryState entry={entry} />
      </span>
    </GridListItem>
  );
}
