import type { Versions } from "../sequence/conflict.ts";

/** A piece of text that is compared as a whole: a block or a sentence. */
export interface Token {
  readonly text: string;
  /** White space before it. */
  readonly before: string;
  /** Start offset in its text. */
  readonly start: number;
  readonly kind: "prose" | "item" | "unit";
  /** Whether it starts a block. Tokens without this property do. */
  readonly first?: boolean;
}

export type Side = keyof Versions<unknown>;

export const SIDES: readonly Side[] = ["base", "ours", "theirs"];

/** Index of a piece's first token, and of the token after its last one, if known. */
export interface Edges {
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** The token at an end of a piece. */
export interface End {
  readonly kind: Token["kind"];
  /** Whether it starts a block in every text that contains it. */
  readonly first: boolean;
}

/** Characters `start` to `end` (exclusive). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A token of a merged text with its counterpart in each of the three texts: the same token, its replacement, or
 * undefined.
 */
export interface Piece extends Versions<Span | undefined>, Span {
  /** The side whose wording was chosen. */
  readonly decided?: "ours" | "theirs";
}

/** A text with its tokens. */
export interface Pieces {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** A range of a merged text with its position in each of the three texts that contain it. */
export interface Part extends Versions<Edges>, Pieces {
  readonly head: End;
  readonly tail: End;
}

type Tokens = Versions<readonly Token[]>;

/**
 * Joins parts with the white space between them: merged from the texts in which they are adjacent, otherwise a suitable
 * default.
 */
export function joinParts(parts: readonly Part[], tokens: Tokens): Pieces {
  let text = "";
  const pieces: Piece[] = [];
  for (const [index, part] of parts.entries()) {
    const above = parts[index - 1];
    if (above !== undefined) text += gapOfParts(above, part, tokens);
    for (const piece of shiftPieces(text.length, part.pieces)) pieces.push(piece);
    text += part.text;
  }
  return { text, pieces };
}

/** Shifts pieces by a number of characters. */
export function shiftPieces(length: number, pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece) => {
    return { ...piece, start: piece.start + length, end: piece.end + length };
  });
}

/** Returns the range of tokens in their text. */
export function spanOf(tokens: readonly Token[]): Span | undefined {
  const [first, last] = [tokens[0], tokens.at(-1)];
  return first && last && { start: first.start, end: last.start + last.text.length };
}

function gapOfParts(above: Part, part: Part, tokens: Tokens): string {
  const [base, ours, theirs] = SIDES.map((side) => {
    const place = part[side].start;
    const isNext = place !== undefined && place === above[side].end;
    return isNext ? tokens[side][place]?.before : undefined;
  });
  const gaps = { base, ours, theirs };
  const gap = gapBetween(gaps, { text: above.text, end: above.tail }, part.head);
  if (ours !== undefined || theirs !== undefined || base !== undefined) return gap;
  return gap === "\n" ? itemGap(above, part, tokens) : gap;
}

/** Separates items with a blank line if a side separates them from the items that were in between. */
function itemGap(above: Part, part: Part, tokens: Tokens): string {
  const isApart = SIDES.some((side) =>
    [above[side].end, part[side].start].some((place) => {
      const [upper, lower] = [tokens[side][(place ?? 0) - 1], tokens[side][place ?? 0]];
      const areItems = upper?.kind === "item" && lower?.kind === "item";
      return place !== undefined && areItems && /\n[ \t]*\n/.test(lower.before);
    }),
  );
  return isApart ? "\n\n" : "\n";
}

/** Returns the white space after a text from the versions that contain it, or a suitable default. */
export function gapBetween(
  { base, ours, theirs }: Versions<string | undefined>,
  above: { readonly text: string; readonly end: End },
  below: End,
): string {
  const gap =
    ours === undefined || theirs === undefined
      ? (ours ?? theirs ?? base)
      : mergeGap(base, ours, theirs);
  return gap !== undefined && (gap.includes("\n") || !beginsLine(above.end, below))
    ? gap
    : gapOfStrangers(above, below);
}

function mergeGap(base: string | undefined, ours: string, theirs: string): string {
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  return ours.length > theirs.length || (ours.length === theirs.length && ours > theirs)
    ? ours
    : theirs;
}

function beginsLine(above: End, below: End): boolean {
  return above.kind === "unit" || below.kind === "unit" || below.first;
}

function gapOfStrangers(
  { text, end }: { readonly text: string; readonly end: End },
  below: End,
): string {
  if (end.kind === "item" && below.kind === "item" && below.first) return "\n";
  if (beginsLine(end, below)) return "\n\n";
  return /[。！？｡]$/.test(text) ? "" : " ";
}
