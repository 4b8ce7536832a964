/** How many random cases, kills, and faults to try, as a multiple of a normal run. */
export const ROUNDS: number = Number(process.env["LOAM_TEST_ROUNDS"] ?? 1);

/** Selects the random cases. Constant, so that every run of a commit tests the same. */
export const SEED: number = Number(process.env["LOAM_TEST_SEED"] ?? 1);

/** Scales the number of rounds of a random test, or the size of its data. */
export function rounds(count: number): number {
  return Math.max(1, Math.round(count * ROUNDS));
}
