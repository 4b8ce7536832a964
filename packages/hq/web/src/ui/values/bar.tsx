import type { ReactNode } from "react";
import styles from "./bar.module.css";

interface BarProps {
  /** How full it is, of 100. */
  readonly percentage: number;
  readonly tone?: "near" | "full" | undefined;
}

/** The bar of a meter or of progress; words beside it say the same. */
export function Bar({ percentage, tone }: BarProps): ReactNode {
  return (
    <span className={styles["bar"]}>
      <span data-tone={tone} style={{ width: `${percentage}%` }} />
    </span>
  );
}
