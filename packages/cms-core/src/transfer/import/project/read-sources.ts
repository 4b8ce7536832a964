import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { CmsError, type Issue } from "../../../base/errors.ts";
import { forEachLimit } from "../../../base/lock.ts";
import { LIMITS } from "../../../model/limits.ts";
import { issuesOf as fileIssues } from "../../../site/read/file-facts.ts";
import type { Layout } from "../frameworks/framework.ts";
import { type SourceDocument, readDocument } from "../source/read-document.ts";
import type { SkipReason } from "../source/report.ts";
import { type SourceTree, scanFolder } from "../source/source-tree.ts";
import { configPaths, detectLayout, findProject, moveInto } from "./find-project.ts";
import { type Place, placeFiles } from "./place-file.ts";

export interface SourceFile {
  readonly place: Place;
  readonly document: SourceDocument;
}

/** A folder of content, read: nothing about the site it goes to is known yet. */
export interface Sources {
  readonly tree: SourceTree;
  readonly layout: Layout;
  /** In path order. */
  readonly files: readonly SourceFile[];
  /** Why other files are no entries, by path. */
  readonly aside: ReadonlyMap<string, SkipReason>;
  /** Files that cannot be read, with the reason. */
  readonly failed: readonly Issue[];
}

/** Files open at a time: enough to keep the disk busy, far from any limit of the system. */
const AT_ONCE = 32;

/** Scans a folder, finds the site in it, tells what made it and reads every entry file in it. */
export async function readSources(folder: string): Promise<Sources> {
  const scanned = await scanFolder(folder);
  const tree = moveInto(scanned, findProject(scanned));
  const layout = await readLayout(tree);
  const { places, aside } = placeFiles(tree, layout);
  const failed: Issue[] = [];
  const read = await mapLimit(places, AT_ONCE, async (place) => {
    try {
      const bytes = await readSmall(filePath(tree, place.path), place.path);
      return { place, document: readDocument(bytes, { path: place.path, dataFile: place.data }) };
    } catch (error) {
      failed.push(...issuesOf(error, place.path));
      return undefined;
    }
  });
  const files = read.filter((file) => file !== undefined);
  return { tree, layout, files, aside, failed: failed.toSorted(byPath) };
}

/** A file that may be one of content: a larger one is not read at all. */
async function readSmall(file: string, path: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  if (size > LIMITS.fileBytes) {
    const message = `${path} has ${size} bytes; at most ${LIMITS.fileBytes} can be imported.`;
    throw new CmsError("too_large", message, { issues: [{ code: "too_large", message, path }] });
  }
  return readFile(file);
}

async function readLayout(tree: SourceTree): Promise<Layout> {
  const configs = new Map<string, string>();
  for (const path of configPaths(tree)) {
    const bytes = await readSmall(filePath(tree, path), path).catch(() => undefined);
    configs.set(path, Buffer.from(bytes ?? []).toString("utf8"));
  }
  return detectLayout(tree, configs);
}

/** Absolute path of a file of the tree, as the file system spells it. */
export function filePath(tree: SourceTree, path: string): string {
  return join(tree.root, tree.files.get(path) ?? path);
}

/** What is wrong with one file, for the report; anything that is no known failure is a bug and thrown. */
export function issuesOf(error: unknown, path: string): Issue[] {
  if (!(error instanceof Error && "syscall" in error))
    return Array.from(fileIssues(error, path), (issue) => ({ path, ...issue }));
  const message = `${path} cannot be read: ${error.message}`;
  return [{ code: "invalid_path", message, path }];
}

/** Like `forEachLimit`, with what `work` returns for each item, in their order. */
export async function mapLimit<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  await forEachLimit(items.entries(), limit, async ([index, item]) => {
    results[index] = await work(item);
  });
  return results;
}

export function byPath(a: { path?: string }, b: { path?: string }): number {
  return (a.path ?? "") < (b.path ?? "") ? -1 : 1;
}
