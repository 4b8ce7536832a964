import type { Style } from "./print-blocks.ts";

/**
 * How a change is written, from what keeps most bytes to what keeps least: the characters as typed; escaped; with a
 * label behind them; the least stretch of inline content anew.
 */
export const KEEPING = ["splice", "escaped", "labelled", "inline"] as const;

/** Where none of these says it: the innermost block anew; the block of the document anew. */
export const REWRITING = ["block", "container"] as const;

export type Level = (typeof KEEPING | typeof REWRITING)[number];

export interface Writing {
  /** The source of the base. */
  readonly text: string;
  readonly style: Style;
  readonly level: Level;
}
