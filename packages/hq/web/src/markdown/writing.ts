import type { Style } from "./print-blocks.ts";

/**
 * How a change is written, from what keeps most bytes to what keeps least: the characters as typed; escaped; with a
 * label behind them; the least stretch of inline content anew, with signs or with HTML for emphasis.
 */
export const KEEPING = ["splice", "escaped", "labelled", "inline", "tagged"] as const;

/** Where none of these says it: the innermost block anew; the block of the document anew, with HTML at last. */
export const REWRITING = ["block", "container", "containerTagged"] as const;

export type Level = (typeof KEEPING | typeof REWRITING)[number];

export interface Writing {
  /** The source of the base. */
  readonly text: string;
  readonly style: Style;
  readonly level: Level;
}

/** Whether a block that changed is written anew, with all that it holds. */
export function isRewriting(level: Level): boolean {
  return REWRITING.some((one) => one === level);
}

/** How a level prints what it writes anew. */
export function styleAt({ style, level }: Pick<Writing, "style" | "level">): Style {
  return level === "tagged" || level === "containerTagged" ? { ...style, isTagged: true } : style;
}
