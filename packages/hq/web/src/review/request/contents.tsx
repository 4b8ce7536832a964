import { MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type ChangeDetail, useTick } from "../../api/changes/change.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { HiddenText } from "../../ui/notes/hidden-text.tsx";
import { isOpen, type Thread } from "../talk/threads.ts";
import { AddEntry } from "./add-entry.tsx";
import { anchorOf } from "./parts.ts";
import styles from "./request.module.css";

interface ContentsProps {
  readonly detail: ChangeDetail;
  readonly threads: readonly Thread[];
  /** Whether more can be written in it. */
  readonly mayAdd: boolean;
}

/** What the proposal changes, each to be ticked once it is read; it is unticked when it changes again. */
export function Contents({ detail, threads, mayAdd }: ContentsProps): ReactNode {
  const { formatMessage } = useIntl();
  const { entries, media, types, files } = detail;
  const fields = entries.reduce((sum, { changes }) => sum + (changes?.fields.length ?? 0), 0);
  const rows = [
    ...entries.map(({ path, title, kind, changes, viewed }) => ({
      path,
      viewed,
      title,
      about: (
        <FormattedMessage
          id="review.rowEntry"
          values={{ kind, count: changes?.fields.length ?? 0 }}
        />
      ),
    })),
    ...media.map(({ path, before, after, kind, viewed }) => ({
      path,
      viewed,
      title: (after ?? before)?.filename ?? path,
      about: <FormattedMessage id="review.rowMedia" values={{ kind }} />,
    })),
    ...types.map(({ path, apiId, kind, viewed }) => ({
      path,
      viewed,
      title: apiId,
      about: <FormattedMessage id="review.rowType" values={{ kind }} />,
    })),
    ...files.map(({ path, kind, viewed }) => ({
      path,
      viewed,
      title: path,
      about: <FormattedMessage id="review.rowFile" values={{ kind }} />,
    })),
  ];
  return (
    <nav className={styles["contents"]} aria-label={formatMessage({ id: "review.contents" })}>
      <p className={styles["sum"]}>
        <b>
          <FormattedMessage id="review.entries" values={{ count: entries.length }} />
        </b>{" "}
        {fields > 0 && <FormattedMessage id="review.fields" values={{ count: fields }} />}
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
        <p className={styles["help"]}>
          <FormattedMessage id="review.tickHelp" />
        </p>
      )}
      {rows.length === 0 && mayAdd && (
        <p className={styles["help"]}>
          <FormattedMessage id="review.emptyHelp" />
        </p>
      )}
      {mayAdd && (
        <div className={styles["add"]}>
          <AddEntry />
        </div>
      )}
    </nav>
  );
}

interface RowProps {
  readonly change: number;
  readonly path: string;
  readonly title: string;
  readonly about: ReactNode;
  readonly viewed: boolean;
  /** Threads that are not settled. */
  readonly open: number;
}

function Row({ change, path, title, about, viewed, open }: RowProps): ReactNode {
  const { formatMessage } = useIntl();
  const tick = useTick(change);
  return (
    <li className={styles["row"]} data-viewed={viewed || undefined}>
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
