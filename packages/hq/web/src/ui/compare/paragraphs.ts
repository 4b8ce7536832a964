/** A part of a text that is unchanged, added, or removed. */
export interface Piece {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Corresponding paragraphs of both versions. */
export interface Paragraph {
  readonly pieces: readonly Piece[];
  readonly isSame: boolean;
}

const BREAK = /(?<=\n[^\S\n]*\n)(?=[^\n])/;
const ENDS = /\n[^\S\n]*\n$/;

/**
 * Splits a compared text wherever a paragraph ends in both versions. The unchanged and removed pieces form the older
 * text, the unchanged and added ones the newer text.
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

/** Returns whether one version is between two paragraphs after these pieces. */
function hasEnded(pieces: readonly Piece[], own: "removed" | "added"): boolean {
  const text = sideOf(pieces, own)
    .map((piece) => piece.text)
    .join("");
  return text === "" || ENDS.test(text);
}

/** Returns the pieces of one version: without those added (older), or without those removed (newer). */
export function sideOf(pieces: readonly Piece[], own: "removed" | "added"): readonly Piece[] {
  return pieces.filter(({ kind }) => kind === "same" || kind === own);
}

/** Consecutive paragraphs that are all unchanged or all changed. */
export interface Stretch {
  readonly isSame: boolean;
  readonly paragraphs: readonly Paragraph[];
}

/** Groups paragraphs into changed stretches and unchanged ones, which can be collapsed. */
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
