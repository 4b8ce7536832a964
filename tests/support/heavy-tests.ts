import { readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";

const LIST = join(import.meta.dirname, "heavy-tests.txt");

/** Test files that `npm run test:heavy` runs instead of `npm test`, the longest first. */
export function heavyTests(): readonly string[] {
  return readFileSync(LIST, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

export interface SelectedTests {
  readonly include: string[];
  readonly exclude: string[];
}

/**
 * Selects the test files of a project: the heavy ones in `npm run test:heavy`, the others in `npm test`, and all if files
 * or folders are named.
 */
export function selectTests(patterns: readonly string[]): SelectedTests {
  const heavy = heavyTests();
  if (process.env["LOAM_TESTS"] === "heavy") {
    const isIncluded = (file: string): boolean => patterns.some((each) => matchesGlob(file, each));
    return { include: heavy.filter(isIncluded), exclude: [] };
  }
  const named = process.argv.slice(2).some((word) => !word.startsWith("-") && word.includes("/"));
  return { include: [...patterns], exclude: named ? [] : [...heavy] };
}
