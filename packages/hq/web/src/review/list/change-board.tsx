import { type ReactNode, useId } from "react";
import { FormattedMessage, FormattedNumber } from "react-intl";
import type { ListedChange } from "../../api/changes/changes.ts";
import { Ago } from "../../ui/values/ago.tsx";
import type { Names } from "../person-name.tsx";
import { ReviewerMarks } from "../reviewer-marks.tsx";
import { StageTag } from "../stage-tag.tsx";
import { OPEN_STAGES, type Stage, stageOf } from "../stage.ts";
import { AboutChange, ChangeTitle, OpenThreads } from "./change-line.tsx";
import styles from "./list.module.css";

interface ChangeBoardProps {
  readonly changes: readonly ListedChange[];
  readonly names: Names;
}

/** Open change requests in a column for each stage. */
export function ChangeBoard({ changes, names }: ChangeBoardProps): ReactNode {
  const byStage = Map.groupBy(changes, stageOf);
  return (
    <div className={styles["board"]}>
      {OPEN_STAGES.map((stage) => (
        <Column key={stage} stage={stage} changes={byStage.get(stage) ?? []} names={names} />
      ))}
    </div>
  );
}

function Column({
  stage,
  changes,
  names,
}: ChangeBoardProps & { readonly stage: Stage }): ReactNode {
  const heading = useId();
  return (
    <section className={styles["column"]} aria-labelledby={heading}>
      <h2 id={heading}>
        <StageTag stage={stage} />
        <span className={styles["count"]}>
          <FormattedNumber value={changes.length} />
        </span>
      </h2>
      {changes.length === 0 && (
        <p className={styles["empty"]}>
          <FormattedMessage id="review.columnEmpty" />
        </p>
      )}
      <ul>
        {changes.map((change) => (
          <li key={change.number} className={styles["card"]}>
            <ChangeTitle change={change} />
            <small>
              <AboutChange change={change} names={names} />
            </small>
            <span className={styles["cardFoot"]}>
              <ReviewerMarks change={change} names={names} />
              <OpenThreads count={change.openThreads} />
              <span className={styles["ago"]}>
                <Ago time={change.updatedAt} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
