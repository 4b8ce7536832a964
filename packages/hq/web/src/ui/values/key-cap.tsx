import type { ReactNode } from "react";
import styles from "./key-cap.module.css";

/** A key of the keyboard. */
export function KeyCap({ children }: { readonly children: ReactNode }): ReactNode {
  return <kbd className={styles["key"]}>{children}</kbd>;
}

/** What this keyboard calls the key that others call Ctrl. */
export const COMMAND: string = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";
