import { MessageSquareText } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import type { ChangeDetail } from "../../api/changes/change.ts";
import type { Entry } from "../../api/content/entry.ts";
import { useSiteId } from "../../api/sites.ts";
import styles from "./proposing.module.css";

interface ChangeEntryBarProps {
  readonly change: number;
  /** Title of the change request. */
  readonly title: string;
  readonly entry: Entry | undefined;
  /** Undefined while loading. */
  readonly detail: ChangeDetail | undefined;
  /** Problems that would prevent publishing. */
  readonly children: ReactNode;
}

/** Shows that edits are saved to a change request. */
export function ChangeEntryBar({
  change,
  title,
  entry,
  detail,
  children,
}: ChangeEntryBarProps): ReactNode {
  const site = useSiteId();
  const kind = detail?.entries.find(({ id }) => id === entry?.id)?.kind;
  const isOnMain = entry !== undefined && detail !== undefined && kind !== "added";
  return (
    <div className={styles["bar"]} data-proposal={change}>
      <MessageSquareText size={16} aria-hidden="true" />
      <p>
        <FormattedMessage
          id="propose.writing"
          values={{
            title: <Link to={`/sites/${site}/review/${change}`}>{title}</Link>,
          }}
        />{" "}
        <span>
          <FormattedMessage id="propose.untouched" />
        </span>
        {isOnMain && (
          <>
            {" "}
            <Link to={`/sites/${site}/entries/${entry.type}/${entry.id}`}>
              <FormattedMessage id="propose.asItIs" />
            </Link>
          </>
        )}
      </p>
      <span className={styles["why"]}>{children}</span>
    </div>
  );
}
