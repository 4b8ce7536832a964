import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type PageStep, readPage } from "./read-page.ts";

export const DOCS = resolve(import.meta.dirname, "../../../docs");

/** Pages whose blocks are not marked yet. Shrink this list; never add to it. */
const NOT_MARKED_YET: readonly string[] = [
  "guides/astro.md",
  "guides/management-api.md",
  "guides/read-api.md",
  "guides/rebuild.md",
  "guides/webhooks.md",
];

/** Every page of `docs` by its path, without those that are not marked yet. */
export function documentationPages(): readonly string[] {
  const exempt = new Set(NOT_MARKED_YET);
  return allPages().filter((page) => !exempt.has(page));
}

export function notMarkedYet(): readonly string[] {
  return NOT_MARKED_YET;
}

export function allPages(): readonly string[] {
  return globSync("**/*.md", { cwd: DOCS })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted();
}

export function pageText(page: string): string {
  return readFileSync(join(DOCS, page), "utf8");
}

export function stepsOf(page: string): readonly PageStep[] {
  return readPage(pageText(page));
}
