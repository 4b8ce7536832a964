import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEEP, SEED } from "./depth.ts";

/** Number of parts of the slow tests; consecutive commits run different parts. */
const TURNS = 8;

/** One file per line: tests that take more than three seconds in a full run. */
const LIST = join(import.meta.dirname, "slow-tests.txt");

export function slowTests(): readonly string[] {
  return readFileSync(LIST, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/**
 * Returns the slow files to skip, for vitest's exclude: `npm test` runs an eighth of them, a different one for each
 * commit. `npm run test:deep` and runs with named files or folders include all.
 */
export function notThisTurn(): string[] {
  const named = process.argv.slice(2).some((word) => !word.startsWith("-") && word.includes("/"));
  if (DEEP || named) return [];
  // Browser tests use the CPU, most others wait for disks and processes, so each part has some of both.
  const kinds = Object.values(Object.groupBy(slowTests(), inBrowser));
  return kinds.flatMap((files) => files.filter((_, place) => turnOf(place) !== SEED % TURNS));
}

function inBrowser(file: string): "browser" | "other" {
  return file.startsWith("tests/e2e/") ? "browser" : "other";
}

/** Alternates the direction, so that no part gets the longest of every eight. */
function turnOf(place: number): number {
  const step = place % TURNS;
  return Math.floor(place / TURNS) % 2 === 0 ? step : TURNS - 1 - step;
}
