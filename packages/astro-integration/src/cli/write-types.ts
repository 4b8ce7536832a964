import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { collectionNames } from "../loader/collection-names.ts";
import { openContent } from "../loader/open-content.ts";
import { globalTypesText } from "../schema/type-text.ts";
import { readSiteIndex } from "../source/site-index.ts";
import type { Project } from "./project-options.ts";

/**
 * Located next to `astro.config` and meant to be committed: editors have types before the first `astro sync`, and
 * reviews show their changes.
 */
const TYPES_FILE = "cms-types.d.ts";

export interface TypesReport {
  readonly file: string;
  readonly state: "same" | "written" | "differs";
  /** Lines that differ, at most 20: `-` for the file, `+` for the site. */
  readonly differences: readonly string[];
}

/** Writes the types of the content types, or with `check` only compares the file. */
export async function writeTypes(
  { root, options }: Project,
  { check }: { readonly check: boolean },
): Promise<TypesReport> {
  const index = await readSiteIndex(openContent(options));
  const types = { prefix: options.prefix, collections: collectionNames(index, options) };
  const text = globalTypesText(index, types);
  const file = join(root, TYPES_FILE);
  const before = await readFile(file, "utf8").catch(() => undefined);
  if (before?.replaceAll("\r\n", "\n") === text) {
    return { file: TYPES_FILE, state: "same", differences: [] };
  }
  if (!check) await writeFile(file, text);
  const differences = differentLines(before ?? "", text);
  return { file: TYPES_FILE, state: check ? "differs" : "written", differences };
}

function differentLines(before: string, after: string): readonly string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const [had, has] = [new Set(old), new Set(now)];
  const removed = old.filter((line) => !has.has(line)).map((line) => `- ${line.trim()}`);
  const come = now.filter((line) => !had.has(line)).map((line) => `+ ${line.trim()}`);
  return [...removed, ...come].slice(0, 20);
}
