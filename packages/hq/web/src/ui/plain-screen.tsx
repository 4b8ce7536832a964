import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import type { MessageId } from "../messages/messages.ts";
import styles from "./plain-screen.module.css";

interface PlainScreenProps {
  readonly title: MessageId;
  /** Label of the back link. */
  readonly back: MessageId;
  readonly children: ReactNode;
}

/** A screen outside of a site. */
export function PlainScreen({ title, back, children }: PlainScreenProps): ReactNode {
  return (
    <main className={styles["screen"]}>
      <Link to="/" className={styles["back"] ?? ""}>
        <ArrowLeft size={16} aria-hidden="true" />
        <FormattedMessage id={back} />
      </Link>
      <h1 className={styles["title"]}>
        <FormattedMessage id={title} />
      </h1>
      {children}
    </main>
  );
}
