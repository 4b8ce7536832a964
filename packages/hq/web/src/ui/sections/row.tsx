import type { ReactNode } from "react";
import styles from "./sections.module.css";

/** Rows of a list, each with what can be done with it. */
export function Rows({ children }: { readonly children: ReactNode }): ReactNode {
  return <ul className={styles["rows"]}>{children}</ul>;
}

interface RowProps {
  readonly title: ReactNode;
  /** Smaller, below the title. */
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
          // They are what they are by their places.
          <small key={place}>{line}</small>
        ))}
      </div>
      {children !== undefined && <div className={styles["buttons"]}>{children}</div>}
    </li>
  );
}
