import { execFileSync } from "node:child_process";

/**
 * Whether to try every fault, crash, and case: `npm run test:deep`. `npm test` tries a sample that changes with each
 * commit, so that all are covered over time.
 */
export const DEEP: boolean = process.env["LOAM_DEEP"] === "1";

/** Selects the sample; constant for a commit. Set `LOAM_CRASH_SEED` for other choices. */
export const SEED: number = Number(process.env["LOAM_CRASH_SEED"] ?? seedOfCommit());

/** Returns the number of rounds of a slow random test; a third in a sample. */
export function rounds(all: number): number {
  return DEEP ? all : Math.ceil(all / 3);
}

/** Returns half of some slow cases; the other half for the next commit. */
export function halfOf<T>(all: readonly T[]): readonly T[] {
  return DEEP ? all : all.filter((_, place) => place % 2 === SEED % 2);
}

function seedOfCommit(): number {
  try {
    const commit = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8", stdio: "pipe" });
    return Number.parseInt(commit.slice(0, 6), 16);
  } catch {
    // Not a checkout, but a packed copy of the sources.
    return 1;
  }
}
