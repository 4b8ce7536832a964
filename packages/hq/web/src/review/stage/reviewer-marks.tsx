import { Check, MessageSquareWarning } from "lucide-react";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { ListedChange } from "../../api/changes/changes.ts";
import { HiddenText } from "../../ui/notes/hidden-text.tsx";
import { Avatar } from "../../ui/values/avatar.tsx";
import type { Names } from "./person-name.tsx";
import { reviewersOf, type ReviewStatus } from "./stage.ts";
import styles from "./stage.module.css";

interface ReviewerMarksProps {
  readonly change: ListedChange;
  readonly names: Names;
}

export const STANDING_WORDS = {
  asked: "review.asked",
  approved: "review.saidYes",
  changes_requested: "review.wantsChanges",
  outdated: "review.saidEarlier",
} as const satisfies Readonly<Record<ReviewStatus, string>>;

/** Reviewers and their verdicts, by initials. */
export function ReviewerMarks({ change, names }: ReviewerMarksProps): ReactNode {
  const { formatMessage } = useIntl();
  const reviewers = reviewersOf(change);
  if (reviewers.length === 0) return null;
  return (
    <ul className={styles["marks"]} aria-label={formatMessage({ id: "review.reviewers" })}>
      {reviewers.map(({ userId, standing }) => {
        const name = names.get(userId) ?? formatMessage({ id: "review.somebody" });
        const words = `${name}: ${formatMessage({ id: STANDING_WORDS[standing] })}`;
        return (
          <li key={userId} title={words} data-standing={standing}>
            <Avatar name={name} size="medium" />
            {standing === "approved" && <Check size={10} strokeWidth={3.5} aria-hidden="true" />}
            {standing === "changes_requested" && (
              <MessageSquareWarning size={10} strokeWidth={2.5} aria-hidden="true" />
            )}
            <HiddenText>{words}</HiddenText>
          </li>
        );
      })}
    </ul>
  );
}
