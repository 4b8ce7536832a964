import type { ReactNode } from "react";
import { COMMAND, KeyCap } from "../../ui/values/key-cap.tsx";
import styles from "../entry.module.css";

/** The key that keeps what was typed, on the button that does. */
export function SaveKey(): ReactNode {
  return (
    <span className={styles["key"]} aria-hidden="true">
      <KeyCap>{COMMAND} S</KeyCap>
    </span>
  );
}
