import { compareWords, type TextChange } from "@loam/cms-core/browser";
import { Fragment, type ReactNode } from "react";
import styles from "./word-changes.module.css";

interface WordPiecesProps {
  readonly pieces: readonly TextChange[];
  /** Whose words came: one's own, or somebody else's. @default "own" */
  readonly of?: "own" | "others";
}

/** A text in pieces: what went is struck, what came is underlined. */
export function WordPieces({ pieces, of = "own" }: WordPiecesProps): ReactNode {
  return (
    <p className={styles["text"]}>
      {pieces.map(({ kind, text }, place) => {
        // Pieces have no names of their own, and never change places.
        const key = place;
        if (kind === "same") return <Fragment key={key}>{text}</Fragment>;
        return kind === "removed" ? (
          <del key={key} className={styles["removed"]}>
            {text}
          </del>
        ) : (
          <ins key={key} className={styles[of]}>
            {text}
          </ins>
        );
      })}
    </p>
  );
}

interface WordChangesProps extends Pick<WordPiecesProps, "of"> {
  readonly before: string;
  readonly after: string;
}

/** What makes one text another, word by word. */
export function WordChanges({ before, after, ...rest }: WordChangesProps): ReactNode {
  return <WordPieces pieces={compareWords(before, after)} {...rest} />;
}
