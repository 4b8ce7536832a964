import type { ReactNode } from "react";
import styles from "./screen-head.module.css";

interface ScreenHeadProps {
  readonly title: string;
  /** At the right: how things stand, or the act of the screen. */
  readonly children?: ReactNode;
}

/** The head of a screen that has parts: its title, and how things stand. */
export function ScreenHead({ title, children }: ScreenHeadProps): ReactNode {
  return (
    <header className={styles["head"]}>
      <h1 className={styles["title"]}>{title}</h1>
      {children}
    </header>
  );
}
