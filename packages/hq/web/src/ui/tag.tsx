import type { ReactNode } from "react";
import styles from "./tag.module.css";

interface TagProps {
  readonly tone?: "plain" | "leaf" | "ochre" | "slate" | "madder";
  /** A name of the machine, such as a file's. @default false */
  readonly isCode?: boolean;
  readonly children: ReactNode;
}

/** A word or two beside something, about it. */
export function Tag({ tone = "plain", isCode = false, children }: TagProps): ReactNode {
  const names = [styles["tag"], styles[tone], isCode && styles["code"]];
  return <span className={names.filter(Boolean).join(" ")}>{children}</span>;
}
