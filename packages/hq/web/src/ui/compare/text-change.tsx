import { UnfoldVertical } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { Button } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { type Paragraph, paragraphsOf, type Piece, sideOf, stretchesOf } from "./paragraphs.ts";
import styles from "./difference.module.css";

export interface Look {
  /** Shows both versions side by side instead of one text with all changes. */
  readonly isSideBySide: boolean;
  readonly onlyChanged: boolean;
}

interface TextChangeProps extends Look {
  readonly pieces: readonly Piece[];
}

/** A changed text, compared by word. Unchanged paragraphs are collapsed. */
export function TextChange({ pieces, isSideBySide, onlyChanged }: TextChangeProps): ReactNode {
  return stretchesOf(paragraphsOf(pieces)).map(({ isSame, paragraphs }, place) => {
    const text = paragraphs.map((paragraph, at) => (
      <ParagraphChange key={at} paragraph={paragraph} isSideBySide={isSideBySide} />
    ));
    if (!isSame || !onlyChanged) return <Fragment key={place}>{text}</Fragment>;
    return (
      <Fold key={place} count={paragraphs.length}>
        {text}
      </Fold>
    );
  });
}

/** Unchanged paragraphs, expandable. */
function Fold({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return children;
  return (
    <Button className={styles["fold"] ?? ""} onPress={() => setIsOpen(true)}>
      <UnfoldVertical size={14} aria-hidden="true" />
      <FormattedMessage id="history.same" values={{ count }} />
    </Button>
  );
}

interface ParagraphChangeProps {
  readonly paragraph: Paragraph;
  readonly isSideBySide: boolean;
}

function ParagraphChange({ paragraph, isSideBySide }: ParagraphChangeProps): ReactNode {
  if (!isSideBySide) {
    return (
      <p className={styles["text"]}>
        <Pieces pieces={paragraph.pieces} />
      </p>
    );
  }
  return (
    <div className={styles["two"]}>
      <p className={styles["text"]}>
        <Pieces pieces={sideOf(paragraph.pieces, "removed")} />
      </p>
      <p className={styles["text"]}>
        <Pieces pieces={sideOf(paragraph.pieces, "added")} />
      </p>
    </div>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }): ReactNode {
  return pieces.map(({ kind, text }, place) => {
    if (kind === "added") return <ins key={place}>{text}</ins>;
    if (kind === "removed") return <del key={place}>{text}</del>;
    return <Fragment key={place}>{text}</Fragment>;
  });
}
