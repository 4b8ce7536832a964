export { createMask } from "./mask.ts";
export type { Mask, Masker } from "./mask.ts";
export { MIN_BYTES } from "./needles.ts";
