import type { ReactNode } from "react";
import styles from "./dialog.module.css";

/** The buttons of a dialog. */
export function DialogFoot({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles["foot"]}>{children}</div>;
}
