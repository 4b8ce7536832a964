import type { ReactNode } from "react";
import styles from "./message.module.css";

interface MessageProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** A screen with a message and a next step. */
export function Message({ title, children }: MessageProps): ReactNode {
  return (
    <section className={styles["message"]}>
      <h1 className={styles["title"]}>{title}</h1>
      <div className={styles["text"]}>{children}</div>
    </section>
  );
}
