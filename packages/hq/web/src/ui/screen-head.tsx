import type { ReactNode } from "react";
import styles from "./screen-head.module.css";

interface ScreenHeadProps {
  readonly title: string;
  /** The number of listed items. */
  readonly count?: ReactNode;
  /** Status or actions on the right. */
  readonly children?: ReactNode;
}

/** Header of a screen: title, number of items, and actions. */
export function ScreenHead({ title, count, children }: ScreenHeadProps): ReactNode {
  return (
    <header className={styles["head"]}>
      <div className={styles["heading"]}>
        <h1 className={styles["title"]}>{title}</h1>
        {count !== undefined && <span className={styles["count"]}>{count}</span>}
      </div>
      {children !== undefined && <div className={styles["actions"]}>{children}</div>}
    </header>
  );
}
