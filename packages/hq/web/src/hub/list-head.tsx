import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { MessageId } from "../messages/messages.ts";
import styles from "./list-head.module.css";

interface ListHeadProps {
  readonly title: MessageId;
  readonly count?: number | undefined;
  /** Actions of the list. */
  readonly children?: ReactNode;
}

/** Heading of a list. */
export function ListHead({ title, count, children }: ListHeadProps): ReactNode {
  return (
    <header className={styles["bar"]}>
      <div className={styles["heading"]}>
        <h1>
          <FormattedMessage id={title} />
        </h1>
        {count !== undefined && <span className={styles["count"]}>{count}</span>}
      </div>
      <div className={styles["acts"]}>{children}</div>
    </header>
  );
}
