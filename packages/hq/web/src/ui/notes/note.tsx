import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./note.module.css";

interface NoteProps {
  /** Leaf: success. Ochre: information. Madder: an error, announced immediately. */
  readonly tone: "leaf" | "ochre" | "madder";
  readonly children: ReactNode;
}

/** An inline message: what happened, and what to do next. */
export function Note({ tone, children }: NoteProps): ReactNode {
  const Icon = tone === "leaf" ? CircleCheck : TriangleAlert;
  return (
    <div
      className={`${styles["note"]} ${styles[tone]}`}
      role={tone === "madder" ? "alert" : "status"}
    >
      <Icon size={16} aria-hidden="true" />
      <div className={styles["text"]}>{children}</div>
    </div>
  );
}
