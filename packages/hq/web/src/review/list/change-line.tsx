import { MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { type ListedChange, useChangeEntryCounts } from "../../api/changes/changes.ts";
import { useReviewContext } from "../../api/changes/review-context.ts";
import { HiddenText } from "../../ui/notes/hidden-text.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { type Names, PersonName } from "../stage/person-name.tsx";
import { ReviewerMarks } from "../stage/reviewer-marks.tsx";
import { StageTag } from "../stage/stage-tag.tsx";
import { stageOf } from "../stage/stage.ts";
import list from "../../ui/list.module.css";
import styles from "./list.module.css";

interface ChangeLineProps {
  readonly change: ListedChange;
  readonly names: Names;
}

/** A change request in the list. */
export function ChangeLine({ change, names }: ChangeLineProps): ReactNode {
  return (
    <li className={`${list["row"]} ${styles["line"]}`}>
      <StageTag stage={stageOf(change)} />
      <div className={`${list["names"]} ${styles["names"]}`}>
        <ChangeTitle change={change} />
        <small>
          <AboutChange change={change} names={names} />
        </small>
      </div>
      <OpenThreads count={change.openThreads} />
      <ReviewerMarks change={change} names={names} />
      <span className={styles["ago"]}>
        <Ago time={change.endedAt ?? change.updatedAt} />
      </span>
    </li>
  );
}

/** The linked title, with a dot if it has news. */
export function ChangeTitle({ change }: Pick<ChangeLineProps, "change">): ReactNode {
  const { address } = useReviewContext();
  const { number, title, unread } = change;
  return (
    <b>
      {unread && (
        <>
          <i className={styles["dot"]} aria-hidden="true" />
          <HiddenText>
            <FormattedMessage id="review.isNew" />{" "}
          </HiddenText>
        </>
      )}
      <Link to={`${address}/${number}`}>{title}</Link>
    </b>
  );
}

/** The author, and the size of the change request. */
export function AboutChange({ change, names }: ChangeLineProps): ReactNode {
  const { data: counts } = useChangeEntryCounts();
  const { number, createdBy } = change;
  const entries = counts?.get(number);
  return (
    <>
      {number} · <PersonName id={createdBy} names={names} />
      {entries !== undefined && (
        <>
          {" · "}
          <FormattedMessage id="review.entries" values={{ count: entries }} />
        </>
      )}
    </>
  );
}

/** The number of unresolved comment threads. */
export function OpenThreads({ count }: { readonly count: number }): ReactNode {
  if (count === 0) return null;
  return (
    <span className={styles["threads"]}>
      <MessageSquare size={14} aria-hidden="true" />
      <span aria-hidden="true">{count}</span>
      <HiddenText>
        <FormattedMessage id="review.openThreads" values={{ count }} />
      </HiddenText>
    </span>
  );
}
