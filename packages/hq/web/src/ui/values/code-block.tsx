import type { ReactNode } from "react";
import { CopyButton } from "../copy-button.tsx";
import styles from "./code-block.module.css";

interface CodeBlockProps {
  readonly label: string;
  /** What a copy of it holds; absent where there is nothing to copy. */
  readonly copied?: string;
  /** Words of the button that copies. */
  readonly copyWords?: ReactNode;
  readonly children: ReactNode;
}

/** Text for machines, under its name; it scrolls by itself. */
export function CodeBlock({ label, copied, copyWords, children }: CodeBlockProps): ReactNode {
  return (
    <figure className={styles["block"]}>
      <figcaption className={styles["head"]}>
        <b>{label}</b>
        {copied !== undefined && (
          <CopyButton text={copied} look="quiet" {...(copyWords === undefined && { of: label })}>
            {copyWords}
          </CopyButton>
        )}
      </figcaption>
      {/* It scrolls, so the keyboard gets there. */}
      <pre className={styles["code"]} tabIndex={0} aria-label={label}>
        {children}
      </pre>
    </figure>
  );
}
