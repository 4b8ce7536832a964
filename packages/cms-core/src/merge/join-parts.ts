import type { Versions } from "./conflict.ts";

/** A piece of text that is compared as a whole: a block or a sentence. */
export interface Token {
  readonly text: string;
  /** The white space between it and the one before it. */
  readonly before: string;
  readonly kind: "prose" | "item" | "unit";
  /** Whether it begins a block; every token does that has none. */
  readonly first?: boolean;
}

export type Side = keyof Versions<unknown>;

export const SIDES: readonly Side[] = ["base", "ours", "theirs"];

/** The places of a piece's first token, and of the one behind its last, where they are known. */
export interface Edges {
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** What stands at an end of a piece. */
export interface End {
  readonly kind: Token["kind"];
  /** Whether it begins a block in every text that has it. */
  readonly first: boolean;
}

/** A piece of a merged text, and where it stands in each of the three texts that have it. */
export interface Part extends Versions<Edges> {
  readonly text: string;
  readonly head: End;
  readonly tail: End;
}

type Tokens = Versions<readonly Token[]>;

/**
 * The text of parts with the white space between them: that of the texts in which the two stand side by
 * side, merged as a value; what fits between two strangers otherwise.
 */
export function joinParts(parts: readonly Part[], tokens: Tokens): string {
  let text = "";
  for (const [index, part] of parts.entries()) {
    const above = parts[index - 1];
    text += above === undefined ? part.text : gapOfParts(above, part, tokens) + part.text;
  }
  return text;
}

function gapOfParts(above: Part, part: Part, tokens: Tokens): string {
  const [base, ours, theirs] = SIDES.map((side) => {
    const place = part[side].start;
    const isNext = place !== undefined && place === above[side].end;
    return isNext ? tokens[side][place]?.before : undefined;
  });
  return gapBetween({ base, ours, theirs }, { text: above.text, end: above.tail }, part.head);
}

/** The white space behind a text, of the texts that have it there; what fits when none has. */
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
