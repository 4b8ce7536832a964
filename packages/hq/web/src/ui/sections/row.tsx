import type { ReactNode } from "react";
import styles from "./sections.module.css";

/** A list of rows with actions. */
export function Rows({ children }: { readonly children: ReactNode }): ReactNode {
  return <ul className={styles["rows"]}>{children}</ul>;
}

interface RowProps {
  readonly title: ReactNode;
  /** Shown smaller below the title. */
  readonly lines?: readonly ReactNode[];
  /** Buttons. */
  readonly children?: ReactNode;
}

export function Row({ title, lines = [], children }: RowProps): ReactNode {
  return (
    <li>
      <div>
        <b>{title}</b>
        {lines.map((line, place) => (
          // The list is static, so the index is a stable key.
          <small key={place}>{line}</small>
        ))}
      </div>
      {children !== undefined && <div className={styles["buttons"]}>{children}</div>}
    </li>
  );
}
