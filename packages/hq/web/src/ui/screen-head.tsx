import type { ReactNode } from "react";
import styles from "./screen-head.module.css";

interface ScreenHeadProps {
  readonly title: string;
  /** Status or action on the right. */
  readonly children?: ReactNode;
}

/** Header of a screen: title and status. */
export function ScreenHead({ title, children }: ScreenHeadProps): ReactNode {
  return (
    <header className={styles["head"]}>
      <h1 className={styles["title"]}>{title}</h1>
      {children}
    </header>
  );
}
