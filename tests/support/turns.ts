import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEEP, SEED } from "./depth.ts";

/** Of so many commits in a row, each runs another part of what takes turns. */
const TURNS = 5;

/** A file a line: what takes long (more than three seconds of a run of everything). */
const LIST = join(import.meta.dirname, "slow-tests.txt");

export function slowTests(): readonly string[] {
  return readFileSync(LIST, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/**
 * The slow files whose turn it is not, as vitest leaves them out: `npm test` runs a fifth of them, another one for
 * each commit. `npm run test:deep` runs all, and so does who names files or folders.
 */
export function notThisTurn(): string[] {
  const named = process.argv.slice(2).some((word) => !word.startsWith("-") && word.includes("/"));
  if (DEEP || named) return [];
  return slowTests().filter((_, place) => place % TURNS !== SEED % TURNS);
}
