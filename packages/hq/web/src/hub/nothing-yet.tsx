import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { MessageId } from "../messages/messages.ts";
import styles from "./nothing-yet.module.css";

interface NothingYetProps {
  readonly title: MessageId;
  /** What to do next. */
  readonly children: ReactNode;
}

/** In the place of a list that has nothing in it. */
export function NothingYet({ title, children }: NothingYetProps): ReactNode {
  return (
    <section className={styles["nothing"]}>
      <h2>
        <FormattedMessage id={title} />
      </h2>
      {children}
    </section>
  );
}
