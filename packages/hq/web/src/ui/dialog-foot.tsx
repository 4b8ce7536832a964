import type { ReactNode } from "react";
import styles from "./dialog.module.css";

/** What can be done at the end of a dialog. */
export function DialogFoot({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles["foot"]}>{children}</div>;
}
