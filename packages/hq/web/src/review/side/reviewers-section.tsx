import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useGiveVerdict, useUpdateChange } from "../../api/changes/change.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { ReviewerMenu } from "../../ui/people/reviewer-menu.tsx";
import { Avatar } from "../../ui/values/avatar.tsx";
import type { ReviewParts } from "../request/parts.ts";
import { rightsOf } from "../stage/merge-rules.ts";
import { PersonName } from "../stage/person-name.tsx";
import { STANDING_WORDS } from "../stage/reviewer-marks.tsx";
import { countingReviews, reviewersOf } from "../stage/stage.ts";
import heading from "../../ui/heading.module.css";
import text from "../../ui/text.module.css";
import styles from "./side.module.css";

/** Reviewers and their verdicts, and a button to approve without merging. */
export function ReviewersSection(props: ReviewParts): ReactNode {
  const { detail, onlooker, names } = props;
  const { change, head } = detail;
  const reviewers = reviewersOf(change);
  const rights = rightsOf(change, onlooker);
  const judge = useGiveVerdict(change.number);
  const mine = countingReviews(change).find(({ userId }) => userId === onlooker.userId);
  return (
    <section className={styles["section"]}>
      <h2 className={heading["label"]}>
        <FormattedMessage id="review.reviewers" />
      </h2>
      {reviewers.length === 0 && (
        <p className={styles["none"]}>
          <FormattedMessage id="review.nobodyAsked" />
        </p>
      )}
      <ul>
        {reviewers.map(({ userId, standing }) => (
          <li key={userId} className={styles["person"]} data-standing={standing}>
            <Avatar name={names.get(userId) ?? "?"} size="medium" />
            <span>
              <PersonName id={userId} names={names} />
            </span>
            <small>
              <FormattedMessage id={STANDING_WORDS[standing]} />
            </small>
          </li>
        ))}
      </ul>
      {change.state === "open" && rights.manage && <RequestReviewMenu {...props} />}
      {rights.judge && mine?.verdict !== "approved" && (
        <Button
          isWorking={judge.isPending}
          onPress={() => !judge.isPending && judge.mutate({ verdict: "approved", head })}
        >
          <Check size={15} aria-hidden="true" />
          <FormattedMessage id="review.sayYes" />
        </Button>
      )}
      <Refusal error={judge.error} />
    </section>
  );
}

/** Adds or removes a reviewer. */
function RequestReviewMenu({ detail: { change } }: ReviewParts): ReactNode {
  const update = useUpdateChange(change.number);
  return (
    <>
      <ReviewerMenu
        className={`${text["action"]} ${styles["link"]}`}
        chosen={change.reviewers}
        except={change.createdBy}
        onChange={(reviewers) => update.mutate({ reviewers })}
      >
        <FormattedMessage id="review.askSomeone" />
      </ReviewerMenu>
      <Refusal error={update.error} />
    </>
  );
}
