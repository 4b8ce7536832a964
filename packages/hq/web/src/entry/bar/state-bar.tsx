import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { StateMark } from "../../ui/values/state-mark.tsx";
import { jumpTo } from "../edits/jump-to.ts";
import text from "../../ui/text.module.css";
import styles from "../entry.module.css";

/** A problem that prevents publishing, with its location. */
export interface OpenProblem {
  readonly path: string;
  readonly label: string;
  /** Absent if the field is only empty. */
  readonly message?: string;
}

/** Id of the text that explains why the entry can't be published. */
export const REASON_ID = "why-not-published";

export interface StateBarProps {
  readonly entry: Entry | undefined;
  readonly open: readonly OpenProblem[];
  /** Number of saved fields that differ from the live version. */
  readonly differing: number;
  /** URL of the published JSON. */
  readonly publishedDataUrl: string | undefined;
  /** A sentence that explains why the entry can't be published although there are no open problems. */
  readonly why: ReactNode;
  /** Scheduled changes of the entry. */
  readonly schedule: ReactNode;
  readonly onCompare: () => void;
}

/** The state of the entry, and why it can't be published. */
export function StateBar(props: StateBarProps): ReactNode {
  const { entry, open, differing, publishedDataUrl: dataAddress, why, schedule, onCompare } = props;
  return (
    <div className={styles["stateBar"]}>
      <StateMark state={entry?.state ?? "draft"} />
      {entry?.live !== undefined && (
        <span className={styles["live"]}>
          <LiveMessage
            id="entry.liveSince"
            values={{
              date: <FormattedDate value={entry.live.publishedAt} dateStyle="medium" />,
              state: entry.state,
            }}
          />
          {differing > 0 && (
            <>
              {". "}
              <LiveMessage id="entry.differs" values={{ count: differing }} />{" "}
              <button
                type="button"
                className={`${text["button"]} ${styles["plain"]}`}
                onClick={onCompare}
              >
                <FormattedMessage id="entry.compare" />
              </button>
            </>
          )}
        </span>
      )}
      {dataAddress !== undefined && (
        <a
          className={`${text["button"]} ${styles["plain"]}`}
          href={dataAddress}
          target="_blank"
          rel="noreferrer"
        >
          <FormattedMessage id="entry.data" />
        </a>
      )}
      {schedule}
      <span className={styles["why"]} id={REASON_ID}>
        {open.length > 0 ? <PublishProblems open={open} /> : why}
      </span>
    </div>
  );
}

/** The problems that prevent publishing, each linked to its field. */
export function PublishProblems({ open }: Pick<StateBarProps, "open">): ReactNode {
  const isToFill = open.every(({ message }) => message === undefined);
  return (
    <>
      <b>
        <FormattedMessage
          id={isToFill ? "entry.toFill" : "entry.toFix"}
          values={{ count: open.length }}
        />
      </b>{" "}
      {open.map(({ path, label, message }, place) => (
        <span key={`${path} ${message}`}>
          {place > 0 && ", "}
          <button
            type="button"
            className={styles["jump"]}
            title={message}
            onClick={() => jumpTo(path)}
          >
            {label}
          </button>
        </span>
      ))}
    </>
  );
}
