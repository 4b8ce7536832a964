export { createFinder } from "./finder.ts";
export { createMask } from "./mask.ts";
export type { Mask, Masker } from "./mask.ts";
export { makeNeedles, MIN_BYTES } from "./needles.ts";
