import { readFileSync } from "node:fs";
import { dirname, posix, resolve } from "node:path";

/** The repository's root. */
export const ROOT: string = resolve(import.meta.dirname, "../..");

const SPECIFIER = /(?:^|\n)\s*(?:import|export)\b[^;"']*?["']([^"']+)["']/g;
const LAZY_SPECIFIER = /\bimport\(\s*["'](\.[^"']+)["']\s*\)/g;

/** Returns what a file imports, including modules that it loads on first use. */
export function specifiers(path: string): string[] {
  const source = readFileSync(resolve(ROOT, path), "utf8");
  return [SPECIFIER, LAZY_SPECIFIER].flatMap((pattern) =>
    [...source.matchAll(pattern)].flatMap(([, name = ""]) => (name === "" ? [] : [name])),
  );
}

/** Returns the files imported by a relative path, from the repository root. */
export function imported(path: string): string[] {
  return specifiers(path)
    .filter((specifier) => /^\.\.?\//.test(specifier))
    .map((specifier) => posix.join(dirname(path), specifier));
}

/** Returns import cycles: what remains after repeatedly removing everything without remaining imports. */
export function circles(edges: readonly (readonly [from: string, to: string])[]): string[] {
  let left = edges;
  for (;;) {
    const importers = new Set(left.map(([from]) => from));
    const targets = new Set(left.map(([, to]) => to));
    const inner = left.filter(([from, to]) => importers.has(to) && targets.has(from));
    if (inner.length === left.length) return left.map(([from, to]) => `${from} → ${to}`);
    left = inner;
  }
}
