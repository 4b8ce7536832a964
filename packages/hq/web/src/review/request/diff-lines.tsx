import type { ReactNode } from "react";
import styles from "./diff-lines.module.css";

/** A Git diff. */
export function DiffLines({ text }: { readonly text: string }): ReactNode {
  return (
    <pre className={styles["lines"]} tabIndex={0}>
      {text.split("\n").map((line, place) => (
        <span key={place} data-line={lineKind(line)}>
          {line}
          {"\n"}
        </span>
      ))}
    </pre>
  );
}

function lineKind(line: string): string | undefined {
  if (line.startsWith("diff ") || line.startsWith("@@")) return "head";
  if (line.startsWith("+") && !line.startsWith("+++")) return "added";
  return line.startsWith("-") && !line.startsWith("---") ? "removed" : undefined;
}
