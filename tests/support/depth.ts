import { execFileSync } from "node:child_process";

/**
 * Whether every fault, crash and case is tried: `npm run test:deep`. `npm test` tries a part of them, another
 * one for each commit, so that over the commits all of them are.
 */
export const DEEP: boolean = process.env["LOAM_DEEP"] === "1";

/** What a sample is chosen by: the same for the same commit. `LOAM_CRASH_SEED` makes other choices. */
export const SEED: number = Number(process.env["LOAM_CRASH_SEED"] ?? seedOfCommit());

/** So many rounds of something random and slow; a third of them in a sample. */
export function rounds(all: number): number {
  return DEEP ? all : Math.ceil(all / 3);
}

/** Every second of some cases that are slow, the others for the next commit. */
export function halfOf<T>(all: readonly T[]): readonly T[] {
  return DEEP ? all : all.filter((_, place) => place % 2 === SEED % 2);
}

function seedOfCommit(): number {
  try {
    const commit = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8", stdio: "pipe" });
    return Number.parseInt(commit.slice(0, 6), 16);
  } catch {
    // Not a checkout: a packed copy of the sources.
    return 1;
  }
}
