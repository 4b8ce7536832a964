import { globSync, readFileSync } from "node:fs";
import { join, matchesGlob, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const LIST = join(import.meta.dirname, "heavy-tests.txt");

/** Test files that `npm run test:heavy` runs instead of `npm test`. */
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
 * Selects the test files of a project: in `npm test` those that aren't heavy, in `npm run test:heavy` all others, and
 * all if files or folders are named.
 *
 * @param also - Patterns of further files, which `npm test` skips in this project.
 */
export function selectTests(
  patterns: readonly string[],
  { also = [] }: { readonly also?: readonly string[] } = {},
): SelectedTests {
  const heavy = heavyTests();
  const all = [...patterns, ...also];
  if (process.env["LOAM_TESTS"] === "heavy") {
    const isQuick = (file: string): boolean =>
      !heavy.includes(file) && patterns.some((pattern) => matchesGlob(file, pattern));
    const files = globSync(all, { cwd: ROOT });
    return { include: [...new Set(files)].filter((file) => !isQuick(file)), exclude: [] };
  }
  const named = process.argv.slice(2).some((word) => !word.startsWith("-") && word.includes("/"));
  return named ? { include: all, exclude: [] } : { include: [...patterns], exclude: [...heavy] };
}
