import type { ReactNode } from "react";
import styles from "./facts.module.css";

/** A list of short statements; the children are `li` elements. */
export function Facts({ children }: { readonly children: ReactNode }): ReactNode {
  return <ul className={styles["facts"]}>{children}</ul>;
}
