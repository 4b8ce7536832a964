import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { StateMark } from "../../ui/values/state-mark.tsx";
import { jumpTo } from "../jump-to.ts";
import styles from "../entry.module.css";

/** What stops a publish, with the place that it is about. */
export interface OpenProblem {
  readonly path: string;
  readonly label: string;
  /** Absent where there is only something to be filled. */
  readonly message?: string;
}

/** Of the words that say why Publish is not possible. */
export const REASON_ID = "why-not-published";

export interface StateBarProps {
  readonly entry: Entry | undefined;
  readonly open: readonly OpenProblem[];
  /** How many fields of the saved version visitors do not see yet. */
  readonly differing: number;
  /** Where the published JSON is. */
  readonly dataAddress: string | undefined;
  /** Why it cannot be published though nothing is open, in a sentence. */
  readonly why: ReactNode;
  /** What happens to it by itself. */
  readonly schedule: ReactNode;
  readonly onCompare: () => void;
}

/** Where the entry stands, and exactly why Publish is not possible. */
export function StateBar(props: StateBarProps): ReactNode {
  const { entry, open, differing, dataAddress, why, schedule, onCompare } = props;
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
              <button type="button" className={styles["plain"]} onClick={onCompare}>
                <FormattedMessage id="entry.compare" />
              </button>
            </>
          )}
        </span>
      )}
      {dataAddress !== undefined && (
        <a className={styles["plain"]} href={dataAddress} target="_blank" rel="noreferrer">
          <FormattedMessage id="entry.data" />
        </a>
      )}
      {schedule}
      <span className={styles["why"]} id={REASON_ID}>
        {open.length > 0 ? <WhyNot open={open} /> : why}
      </span>
    </div>
  );
}

/** What stops a publish, each with the way to it. */
export function WhyNot({ open }: Pick<StateBarProps, "open">): ReactNode {
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
