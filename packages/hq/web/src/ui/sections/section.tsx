import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { MessageId } from "../../messages/messages.ts";
import styles from "./sections.module.css";

interface SectionProps {
  readonly title: MessageId;
  readonly text?: MessageId;
  readonly children: ReactNode;
}

/** A section of a settings screen, with title, description, and content. */
export function Section({ title, text, children }: SectionProps): ReactNode {
  return (
    <section className={styles["section"]}>
      <div>
        <h2>
          <FormattedMessage id={title} />
        </h2>
        {text !== undefined && (
          <p className={styles["text"]}>
            <FormattedMessage id={text} />
          </p>
        )}
      </div>
      <div className={styles["content"]}>{children}</div>
    </section>
  );
}
