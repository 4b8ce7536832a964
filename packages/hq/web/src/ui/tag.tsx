import type { ReactNode } from "react";
import styles from "./tag.module.css";

interface TagProps {
  readonly tone?: "plain" | "leaf" | "ochre" | "slate" | "madder";
  /** Whether it is a technical name, such as a file name. @default false */
  readonly isCode?: boolean;
  readonly children: ReactNode;
}

/** A short label. */
export function Tag({ tone = "plain", isCode = false, children }: TagProps): ReactNode {
  const names = [styles["tag"], styles[tone], isCode && styles["code"]];
  return <span className={names.filter(Boolean).join(" ")}>{children}</span>;
}
