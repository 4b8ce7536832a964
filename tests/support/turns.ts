import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEEP, SEED } from "./depth.ts";

/** Of so many commits in a row, each runs another part of what takes turns. */
const TURNS = 8;

/** A file a line: what takes long (more than three seconds of a run of everything). */
const LIST = join(import.meta.dirname, "slow-tests.txt");

export function slowTests(): readonly string[] {
  return readFileSync(LIST, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/**
 * The slow files whose turn it is not, as vitest leaves them out: `npm test` runs an eighth of them, another one for
 * each commit. `npm run test:deep` runs all, and so does who names files or folders.
 */
export function notThisTurn(): string[] {
  const named = process.argv.slice(2).some((word) => !word.startsWith("-") && word.includes("/"));
  if (DEEP || named) return [];
  // What a browser does fills the processor, most others wait for disks and programs: each turn has some of both.
  const kinds = Object.values(Object.groupBy(slowTests(), inBrowser));
  return kinds.flatMap((files) => files.filter((_, place) => turnOf(place) !== SEED % TURNS));
}

function inBrowser(file: string): "browser" | "other" {
  return file.startsWith("tests/e2e/") ? "browser" : "other";
}

/** To and fro, so that no turn gets the longest of every eight. */
function turnOf(place: number): number {
  const step = place % TURNS;
  return Math.floor(place / TURNS) % 2 === 0 ? step : TURNS - 1 - step;
}
