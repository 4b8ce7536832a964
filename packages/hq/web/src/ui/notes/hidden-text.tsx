import type { ReactNode } from "react";
import styles from "./hidden-text.module.css";

/** Said to those who hear the page, and not shown. */
export function HiddenText({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className={styles["hidden"]}>{children}</span>;
}
