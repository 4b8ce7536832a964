import type { ReactNode } from "react";
import styles from "./key-cap.module.css";

/** A key of the keyboard. */
export function KeyCap({ children }: { readonly children: ReactNode }): ReactNode {
  return <kbd className={styles["key"]}>{children}</kbd>;
}

/** The name of the command key on this platform. */
export const COMMAND: string = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";
