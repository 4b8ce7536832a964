import { ROUNDS, SEED } from "../../support/test-rounds.ts";

/** Scales a number of crashes or power cuts. */
export function inRounds(count: number): number {
  return Math.max(1, Math.round(count * ROUNDS));
}

/** Selects every n-th call per round, such that the rounds cover all calls. */
export function everyNth(step: number): { readonly step: number; readonly first: number } {
  const every = Math.max(1, Math.round(step / ROUNDS));
  return { step: every, first: 1 + (SEED % every) };
}

/** Returns repeatable numbers in [0, 1) (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns evenly spread items of a list, including the last one. */
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
