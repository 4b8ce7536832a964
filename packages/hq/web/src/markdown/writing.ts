import type { Style } from "./print-blocks.ts";

/**
 * How a change is written, from what keeps most bytes to what keeps least: the characters as typed; escaped;
 * the least stretch of inline content anew; the innermost block anew; the block of the document anew.
 */
export const LEVELS = ["splice", "escaped", "inline", "block", "container"] as const;

export interface Writing {
  /** The source of the base. */
  readonly text: string;
  readonly style: Style;
  readonly level: (typeof LEVELS)[number];
}
