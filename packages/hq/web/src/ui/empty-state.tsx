import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { MessageId } from "../messages/messages.ts";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  readonly title: MessageId;
  /** Next step for the user. */
  readonly children: ReactNode;
}

/** Empty state of a list. */
export function EmptyState({ title, children }: EmptyStateProps): ReactNode {
  return (
    <section className={styles["nothing"]}>
      <h2>
        <FormattedMessage id={title} />
      </h2>
      {children}
    </section>
  );
}
