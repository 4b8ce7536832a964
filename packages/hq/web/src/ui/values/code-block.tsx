import type { ReactNode } from "react";
import { CopyButton } from "../copy-button.tsx";
import styles from "./code-block.module.css";

interface CodeBlockProps {
  readonly label: string;
  /** Text to copy; absent without a copy button. */
  readonly copied?: string;
  /** Label of the copy button. */
  readonly copyWords?: ReactNode;
  readonly children: ReactNode;
}

/** A labeled, scrollable code block. */
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
      {/* Scrollable, so it must be focusable by keyboard. */}
      <pre className={styles["code"]} tabIndex={0} aria-label={label}>
        {children}
      </pre>
    </figure>
  );
}
