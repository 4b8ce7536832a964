import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type PageStep, readPage } from "./read-page.ts";

export const DOCS = resolve(import.meta.dirname, "../../../docs");

/** Every page of `docs` by its path. */
export function documentationPages(): readonly string[] {
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
