import { MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type ChangeDetail, useMarkViewed } from "../../api/changes/change.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { HiddenText } from "../../ui/notes/hidden-text.tsx";
import { isOpen, type Thread } from "../comments/threads.ts";
import { anchorOf } from "./parts.ts";
import list from "../../ui/list.module.css";
import text from "../../ui/text.module.css";
import styles from "./request.module.css";

interface ContentsRow {
  readonly path: string;
  readonly title: string;
  readonly about: ReactNode;
  readonly viewed: boolean;
}

interface ContentsListProps {
  readonly detail: ChangeDetail;
  readonly threads: readonly Thread[];
  /** Summary of the group. */
  readonly sum: ReactNode;
  /** Additional counts. */
  readonly more?: ReactNode;
  readonly rows: readonly ContentsRow[];
  /** Actions to add to the group. */
  readonly children?: ReactNode;
}

/** The contents of a change request. Each can be marked as viewed; the mark is cleared when it changes. */
export function ContentsList(props: ContentsListProps): ReactNode {
  const { detail, threads, sum, more, rows, children } = props;
  const { formatMessage } = useIntl();
  return (
    <nav className={styles["contents"]} aria-label={formatMessage({ id: "review.contents" })}>
      <p className={`${text["soft"]} ${styles["sum"]}`}>
        <b>{sum}</b> {more}
      </p>
      <ul>
        {rows.map((row) => (
          <Row
            key={row.path}
            {...row}
            change={detail.change.number}
            open={threads.filter((one) => isOpen(one) && one.first.path === row.path).length}
          />
        ))}
      </ul>
      {rows.length > 0 && (
        <p className={`${text["faint"]} ${styles["help"]}`}>
          <FormattedMessage id="review.tickHelp" />
        </p>
      )}
      {children}
    </nav>
  );
}

interface RowProps extends ContentsRow {
  readonly change: number;
  /** Number of unresolved threads. */
  readonly open: number;
}

function Row({ change, path, title, about, viewed, open }: RowProps): ReactNode {
  const { formatMessage } = useIntl();
  const tick = useMarkViewed(change);
  return (
    <li
      className={`${list["option"]} ${list["small"]} ${styles["row"]}`}
      data-viewed={viewed || undefined}
    >
      <Checkbox
        aria-label={formatMessage({ id: "review.tick" }, { title })}
        isSelected={viewed}
        onChange={(next) => tick.mutate({ path, viewed: next })}
      >
        {null}
      </Checkbox>
      <a href={`#${anchorOf(path)}`}>
        <b>{title}</b>
        <small>{about}</small>
      </a>
      {open > 0 && (
        <span className={styles["rowThreads"]}>
          <MessageSquare size={14} aria-hidden="true" />
          <span aria-hidden="true">{open}</span>
          <HiddenText>
            <FormattedMessage id="review.openThreads" values={{ count: open }} />
          </HiddenText>
        </span>
      )}
    </li>
  );
}
