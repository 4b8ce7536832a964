import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./note.module.css";

interface NoteProps {
  /** Leaf: all is well. Ochre: to know. Madder: to be mended, and read out at once. */
  readonly tone: "leaf" | "ochre" | "madder";
  readonly children: ReactNode;
}

/** A sentence or two between other things: what happened, and what to do next. */
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
