import { compareWords, type TextChange } from "@loam/cms-core/browser";
import { Fragment, type ReactNode } from "react";
import styles from "./word-changes.module.css";

interface WordPiecesProps {
  readonly pieces: readonly TextChange[];
  /** Whose additions they are. @default "own" */
  readonly of?: "own" | "others";
}

/** A compared text: removed parts are struck through, added parts underlined. */
export function WordPieces({ pieces, of = "own" }: WordPiecesProps): ReactNode {
  return (
    <p className={styles["text"]}>
      {pieces.map(({ kind, text }, place) => {
        // Pieces have no identity other than their index and never move.
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

/** Compares two texts word by word. */
export function WordChanges({ before, after, ...rest }: WordChangesProps): ReactNode {
  return <WordPieces pieces={compareWords(before, after)} {...rest} />;
}
