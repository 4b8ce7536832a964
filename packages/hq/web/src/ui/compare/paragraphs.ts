/** A stretch of a text that stayed, came or went. */
export interface Piece {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Paragraphs of both versions that stand beside each other. */
export interface Paragraph {
  readonly pieces: readonly Piece[];
  readonly isSame: boolean;
}

const BREAK = /(?<=\n[^\S\n]*\n)(?=[^\n])/;
const ENDS = /\n[^\S\n]*\n$/;

/**
 * A compared text, cut wherever a paragraph ends in both versions. The pieces in order give the text again: those that
 * stayed and went the older one, those that stayed and came the newer one.
 */
export function paragraphsOf(pieces: readonly Piece[]): readonly Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let open: Piece[] = [];
  const close = (): void => {
    if (open.length === 0) return;
    paragraphs.push({ pieces: open, isSame: open.every(({ kind }) => kind === "same") });
    open = [];
  };
  for (const { kind, text } of pieces) {
    for (const part of kind === "same" ? text.split(BREAK) : [text]) {
      if (kind === "same" && hasEnded(open, "removed") && hasEnded(open, "added")) close();
      open.push({ kind, text: part });
      if (kind === "same" && ENDS.test(part)) close();
    }
  }
  close();
  return paragraphs;
}

/** Whether one of the versions is between two paragraphs after these pieces. */
function hasEnded(pieces: readonly Piece[], own: "removed" | "added"): boolean {
  const text = sideOf(pieces, own)
    .map((piece) => piece.text)
    .join("");
  return text === "" || ENDS.test(text);
}

/** What one of the versions has of these pieces: the older one what went, the newer one what came. */
export function sideOf(pieces: readonly Piece[], own: "removed" | "added"): readonly Piece[] {
  return pieces.filter(({ kind }) => kind === "same" || kind === own);
}

/** Neighbours of which all are the same in both versions, or none is. */
export interface Stretch {
  readonly isSame: boolean;
  readonly paragraphs: readonly Paragraph[];
}

/** What differs, and between it what can be folded. */
export function stretchesOf(paragraphs: readonly Paragraph[]): readonly Stretch[] {
  const stretches: { isSame: boolean; paragraphs: Paragraph[] }[] = [];
  for (const paragraph of paragraphs) {
    const { isSame } = paragraph;
    const last = stretches.at(-1);
    if (last?.isSame === isSame) last.paragraphs.push(paragraph);
    else stretches.push({ isSame, paragraphs: [paragraph] });
  }
  return stretches;
}
