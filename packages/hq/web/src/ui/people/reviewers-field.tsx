import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useReviewPeople } from "../../api/changes/review-context.ts";
import { useSession } from "../../api/session.ts";
import { ReviewerMenu } from "./reviewer-menu.tsx";
import styles from "./reviewers-field.module.css";

interface ReviewersFieldProps {
  /** User ids. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The reviewers of a new change request. */
export function ReviewersField({ chosen, onChange }: ReviewersFieldProps): ReactNode {
  const { formatList } = useIntl();
  const { data: people = [] } = useReviewPeople();
  const { data: session } = useSession();
  const names = people.filter(({ userId }) => chosen.includes(userId)).map(({ name }) => name);
  return (
    <p className={styles["asked"]}>
      <b>
        <FormattedMessage id="people.asked" />
      </b>
      <span>
        {names.length === 0 ? <FormattedMessage id="people.nobodyAsked" /> : formatList(names)}
      </span>
      <ReviewerMenu
        className={styles["ask"] ?? ""}
        chosen={chosen}
        except={session?.user.id ?? null}
        onChange={onChange}
      >
        <FormattedMessage id="people.ask" />
      </ReviewerMenu>
    </p>
  );
}
