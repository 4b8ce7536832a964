import type { ReactNode } from "react";
import styles from "./bar.module.css";

interface BarProps {
  /** Filled part, of 100. */
  readonly percentage: number;
  readonly tone?: "near" | "full" | undefined;
}

/** The bar of a meter or progress. Decorative: text next to it shows the value. */
export function Bar({ percentage, tone }: BarProps): ReactNode {
  return (
    <span className={styles["bar"]}>
      <span data-tone={tone} style={{ width: `${percentage}%` }} />
    </span>
  );
}
