import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useUpdateChange } from "../../api/changes/change.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import type { ReviewParts } from "../request/parts.ts";
import {
  includesApproval,
  rightsOf,
  type MergeCondition,
  unmetConditions,
} from "../stage/merge-rules.ts";
import { PersonName, type Names } from "../stage/person-name.tsx";
import { StageTag } from "../stage/stage-tag.tsx";
import { stageOf } from "../stage/stage.ts";
import heading from "../../ui/heading.module.css";
import styles from "./side.module.css";

/** The state of the change request, and the conditions for merging it. */
export function StateSection(props: ReviewParts): ReactNode {
  const { detail, onlooker, names } = props;
  const { change } = detail;
  const rights = rightsOf(change, onlooker);
  const waits = unmetConditions(detail, onlooker);
  return (
    <section className={`${styles["section"]} ${styles["first"]}`}>
      <h2 className={heading["label"]}>
        <FormattedMessage id="review.state" />
      </h2>
      <StageTag stage={stageOf(change)} />
      <div className={styles["waits"]} id="accept-waits" role="status">
        {change.state === "open" && waits.length > 0 && (
          <>
            <b>
              <FormattedMessage id="review.toAccept" />
            </b>
            <ul>
              {waits.map((wait) => (
                <li key={wait.kind}>
                  <ConditionText wait={wait} names={names} />
                </li>
              ))}
            </ul>
          </>
        )}
        {rights.accept && (
          <p>
            <FormattedMessage
              id={
                waits.length > 0
                  ? "review.then"
                  : includesApproval(detail, onlooker)
                    ? "review.yourYes"
                    : "review.canAccept"
              }
            />
          </p>
        )}
      </div>
      {change.draft && rights.manage && change.state === "open" && (
        <ReadyButton number={change.number} />
      )}
    </section>
  );
}

interface ConditionTextProps {
  readonly wait: MergeCondition;
  readonly names: Names;
}

/** An unmet condition. */
function ConditionText({ wait, names }: ConditionTextProps): ReactNode {
  const { formatList } = useIntl();
  switch (wait.kind) {
    case "draft":
      return <FormattedMessage id="review.waitsDraft" />;
    case "empty":
      return <FormattedMessage id="review.waitsEmpty" />;
    case "approval":
      return <FormattedMessage id="review.waitsApproval" />;
    case "issues":
      return <FormattedMessage id="review.waitsIssues" values={{ count: wait.count }} />;
    case "rights":
      return (
        <FormattedMessage id={wait.needs === "admin" ? "review.waitsAdmin" : "review.waitsEdit"} />
      );
    case "asked":
      return (
        <>
          <FormattedMessage
            id="review.waitsAsked"
            values={{ who: <PersonName id={wait.people[0] ?? null} names={names} /> }}
          />
        </>
      );
    case "conflicts": {
      const titles = [...new Set(wait.places.map(({ title }) => title))];
      return (
        <FormattedMessage
          id="review.waitsConflicts"
          values={{ count: wait.places.length, titles: formatList(titles) }}
        />
      );
    }
  }
}

/** Marks a draft as ready for review. */
function ReadyButton({ number }: { readonly number: number }): ReactNode {
  const update = useUpdateChange(number);
  return (
    <>
      <Button
        isWorking={update.isPending}
        onPress={() => !update.isPending && update.mutate({ draft: false })}
      >
        <FormattedMessage id="review.makeReady" />
      </Button>
      <Refusal error={update.error} />
    </>
  );
}
