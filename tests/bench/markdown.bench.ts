import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { resolve } from "node:path";
import { splitFrontMatter } from "../../packages/cms-core/src/yaml/front-matter.ts";
import { openMarkdown } from "../../packages/hq/web/src/markdown/open-markdown.ts";
import { saveMarkdown } from "../../packages/hq/web/src/markdown/save-markdown.ts";
import type { BenchRow } from "./bench-row.ts";
import { NEW_WORD, wordEdits } from "./markdown/word-edits.ts";

/** All files of a repository up to this number; a sample of larger ones. */
const FILES = 800;

/** Number of failures printed. */
const SHOWN = 20;

/**
 * Measures how much of a file the rich-text editor changes when one word is edited, on the repositories in
 * `LOAM_MARKDOWN_FOLDER`, or on this repository's Markdown.
 */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = process.env["LOAM_MARKDOWN_FOLDER"];
  const root = folder ?? resolve(import.meta.dirname, "../..");
  const names = folder === undefined ? ["docs", "content"] : await childFolders(folder);
  const results = new Results();
  for (const name of names) {
    for (const path of await markdownFiles(resolve(root, name))) {
      const text = bodyOf(path);
      if (text !== undefined) measureFile(text, { name, path }, results);
    }
  }
  return results.rows();
}

interface MeasuredFile {
  /** Name of the repository. */
  readonly name: string;
  readonly path: string;
}

function measureFile(text: string, { name, path }: MeasuredFile, results: Results): void {
  const { doc, base } = openMarkdown(text);
  results.count("not changed", saveMarkdown(base, doc.copy(doc.content)) === text);
  let isKept = true;
  for (const edit of wordEdits(doc)) {
    const changed = edit.apply(doc);
    const started = performance.now();
    const saved = saveMarkdown(base, changed);
    results.slowestMs = Math.max(results.slowestMs, performance.now() - started);
    const isThat = isThatLine(text, saved);
    results.count(`a word: ${edit.place}`, isThat);
    if (!isThat) results.fail(`${path} (${edit.place})\n${differenceOf(text, saved)}`);
    isKept &&= isThat;
  }
  results.count(`files of ${name}`, isKept);
}

/** Returns whether the diff consists of the changed word's line only. */
function isThatLine(text: string, saved: string): boolean {
  const [was, now] = [text.split("\n"), saved.split("\n")];
  const changed = now.filter((line, at) => line !== was[at]);
  return (
    was.length === now.length && changed.length === 1 && changed[0]?.includes(NEW_WORD) === true
  );
}

class Results {
  slowestMs = 0;
  readonly #tallies = new Map<string, { all: number; kept: number }>();
  #failures = 0;

  count(what: string, isKept: boolean): void {
    const tally = this.#tallies.get(what) ?? { all: 0, kept: 0 };
    tally.all += 1;
    if (isKept) tally.kept += 1;
    this.#tallies.set(what, tally);
  }

  fail(what: string): void {
    this.#failures += 1;
    if (this.#failures <= SHOWN) console.log(what);
  }

  rows(): BenchRow[] {
    const rows = [...this.#tallies].map(([what, { all, kept }]) => ({
      what,
      value: kept,
      unit: `of ${all}`,
      target: "all",
      met: kept === all,
    }));
    return [...rows, { what: "slowest save", value: this.slowestMs, unit: "ms" }];
  }
}

async function childFolders(folder: string): Promise<string[]> {
  const found = await Array.fromAsync(glob("*/", { cwd: folder }));
  return found.map((name) => name.replace(/\/$/, "")).toSorted();
}

async function markdownFiles(folder: string): Promise<string[]> {
  const found = await Array.fromAsync(glob("**/*.{md,mdx,markdown}", { cwd: folder }));
  const step = Math.max(1, found.length / FILES);
  return found
    .toSorted()
    .filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
    .map((path) => resolve(folder, path));
}

const TOML = /^\+\+\+\r?\n[^]*?\n\+\+\+\r?\n/;

/** Returns the rich text of a file; undefined if Loam can't read its front matter. */
function bodyOf(path: string): string | undefined {
  try {
    return splitFrontMatter(readFileSync(path, "utf8").replace(TOML, "")).body;
  } catch {
    return undefined;
  }
}

function differenceOf(text: string, saved: string): string {
  const [was, now] = [text.split("\n"), saved.split("\n")];
  const from = was.findIndex((line, at) => line !== now[at]);
  return `- ${was[from]}\n+ ${now[from]}`;
}
