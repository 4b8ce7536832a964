import type { ReactNode } from "react";
import styles from "./facts.module.css";

/** A sentence for each thing to know: `li`s. */
export function Facts({ children }: { readonly children: ReactNode }): ReactNode {
  return <ul className={styles["facts"]}>{children}</ul>;
}
