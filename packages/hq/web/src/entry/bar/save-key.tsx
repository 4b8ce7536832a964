import type { ReactNode } from "react";
import { COMMAND, KeyCap } from "../../ui/values/key-cap.tsx";
import styles from "../entry.module.css";

/** The keyboard shortcut for saving, shown on its button. */
export function SaveKey(): ReactNode {
  return (
    <span className={styles["key"]} aria-hidden="true">
      <KeyCap>{COMMAND} S</KeyCap>
    </span>
  );
}
