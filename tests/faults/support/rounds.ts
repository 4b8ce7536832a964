import { DEEP, SEED } from "../../support/depth.ts";

/**
 * How much of every crash and power cut is tried: all that the tests name when they run deep, a third in a
 * sample, more by hand when the way to the disk changed.
 */
const ROUNDS: number = Number(process.env["LOAM_CRASH_ROUNDS"] ?? (DEEP ? 1 : 1 / 3));

/** So many of something in one round. */
export function inRounds(count: number): number {
  return Math.max(1, Math.round(count * ROUNDS));
}

/** Of calls that are many, every so many-th fails in one round; in as many rounds, each of them. */
export function everyNth(step: number): { readonly step: number; readonly first: number } {
  const every = Math.max(1, Math.round(step / ROUNDS));
  return { step: every, first: 1 + (SEED % every) };
}

/** Numbers in [0, 1), the same ones for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** So many of a list, spread over it, its last one among them. */
export function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  const step = list.length / most;
  const shift = SEED % Math.max(1, Math.floor(step));
  const places = Array.from({ length: most }, (_, n) =>
    n === most - 1 ? list.length - 1 : Math.ceil((n + 1) * step) - 1 - shift,
  );
  return places.flatMap((at) => {
    const found = list[at];
    return found === undefined ? [] : [found];
  });
}
