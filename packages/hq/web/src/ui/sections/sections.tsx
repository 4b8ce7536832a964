import type { ReactNode } from "react";
import styles from "./sections.module.css";

/** The sections of a screen. */
export function Sections({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles["sections"]}>{children}</div>;
}
