import type { Style } from "./print-blocks.ts";

/**
 * How an edit is written, from preserving the most bytes to the fewest: characters as typed; escaped; with a label
 * added; the smallest inline range printed with markers or as HTML.
 */
export const KEEPING = ["splice", "escaped", "labelled", "inline", "tagged"] as const;

/** Fallbacks: print the innermost block; print the top-level block; print it with HTML emphasis. */
export const REWRITING = ["block", "container", "containerTagged"] as const;

export type Level = (typeof KEEPING | typeof REWRITING)[number];

export interface WriteContext {
  /** The base source. */
  readonly text: string;
  readonly style: Style;
  readonly level: Level;
}

/** Returns whether a changed block is printed from scratch with its whole content. */
export function isRewriting(level: Level): boolean {
  return REWRITING.some((one) => one === level);
}

/** Returns the print style of a level. */
export function styleAt({ style, level }: Pick<WriteContext, "style" | "level">): Style {
  return level === "tagged" || level === "containerTagged" ? { ...style, isTagged: true } : style;
}
