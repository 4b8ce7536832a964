import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { CmsError, type Issue } from "../../../base/errors.ts";
import { forEachLimit } from "../../../base/lock.ts";
import { sizeOf } from "../../../base/quantity.ts";
import { LIMITS } from "../../../model/limits.ts";
import { issuesOf as fileIssues } from "../../../site/read/file-facts.ts";
import type { Layout } from "../frameworks/framework.ts";
import {
  contentOf,
  eleventyDataPaths,
  makeInheritance,
  withInherited,
} from "../frameworks/inherited-values.ts";
import { PELICAN_CONFIG } from "../frameworks/pelican.ts";
import { refuseLfsPointer } from "../source/lfs-pointer.ts";
import { withoutComments } from "../source/obsidian-comments.ts";
import { type SourceDocument, readDocument } from "../source/read-document.ts";
import type { SkipReason } from "../source/report.ts";
import type { SourceMap } from "../source/source-keys.ts";
import { type SourceTree, scanFolder } from "../source/source-tree.ts";
import { readCollectionFile } from "./collection-files.ts";
import { configPaths, detectLayout, findProject, relativeToFolder } from "./find-project.ts";
import { type Place, placeFiles } from "./place-file.ts";

export interface SourceFile {
  readonly place: Place;
  /** Document with the inherited values that authors would miss. */
  readonly document: SourceDocument;
  /** Own and all inherited values, including those only for the generator. */
  readonly stated: SourceMap;
  /** Keys of inherited values, in lowercase. */
  readonly inherited: ReadonlySet<string>;
}

/** A content folder that was read, independent of the target site. */
export interface Sources {
  readonly tree: SourceTree;
  readonly layout: Layout;
  /** Files in path order. */
  readonly files: readonly SourceFile[];
  /** Why other files aren't entries, by path. */
  readonly skipReasons: ReadonlyMap<string, SkipReason>;
  /** Unreadable files, with the reason. */
  readonly failed: readonly Issue[];
}

/** Number of files open at the same time: enough to keep the disk busy, far below system limits. */
const AT_ONCE = 32;

/** Scans a folder, finds the site in it, detects its generator, and reads every entry file. */
export async function readSources(folder: string): Promise<Sources> {
  const scanned = await scanFolder(folder);
  const tree = relativeToFolder(scanned, findProject(scanned));
  const layout = await readLayout(tree);
  const { places, skipReasons } = placeFiles(tree, layout);
  const failed: Issue[] = [];
  const headers = layout.kind === "pelican" || tree.files.has(PELICAN_CONFIG);
  const read = await mapLimit(places, AT_ONCE, async (place) => {
    try {
      const bytes = await readSmall(filePath(tree, place.path), place.path);
      const document = readDocument(bytes, {
        path: place.path,
        dataFile: place.data,
        headers,
      });
      return { place, document: layout.kind === "obsidian" ? removeComments(document) : document };
    } catch (error) {
      failed.push(...issuesOf(error, place.path));
      return undefined;
    }
  });
  const files = [...read, ...(await readCollectionFiles(tree, layout, failed))].filter(
    (file) => file !== undefined,
  );
  const data = await readData(tree, layout, files);
  failed.push(...data.failed);
  return {
    tree,
    layout,
    files: inheritValues(files, layout, data.values),
    skipReasons,
    failed: failed.toSorted(byPath),
  };
}

/** Reads the entries of files with several. Adds what cannot be read to `failed`. */
async function readCollectionFiles(
  tree: SourceTree,
  { collectionFiles }: Layout,
  failed: Issue[],
): Promise<readonly OwnFile[]> {
  const entries: OwnFile[] = [];
  for (const file of collectionFiles) {
    const { path, parser } = file;
    if (parser.kind === "code" || !tree.files.has(path)) continue;
    try {
      const read = readCollectionFile(await readSmall(filePath(tree, path), path), file);
      entries.push(...read.entries);
      failed.push(...read.failed);
    } catch (error) {
      failed.push(...issuesOf(error, path));
    }
  }
  return entries;
}

/** Removes comments that authors wrote for themselves. */
function removeComments(document: SourceDocument): SourceDocument {
  const { text, lines } = withoutComments(document.body);
  if (lines.length === 0) return document;
  return { ...document, body: text, comments: lines.map((line) => line + document.bodyLine - 1) };
}

type OwnFile = Omit<SourceFile, "stated" | "inherited">;

/** Reads Eleventy's data files next to pages. Code is never executed. */
async function readData(
  tree: SourceTree,
  { kind }: Layout,
  files: readonly OwnFile[],
): Promise<{ values: ReadonlyMap<string, SourceMap>; failed: Issue[] }> {
  const values = new Map<string, SourceMap>();
  const failed: Issue[] = [];
  const pages = files.map(({ place }) => place.path);
  const paths = kind === "eleventy" ? eleventyDataPaths(tree.files.keys(), pages) : [];
  for (const path of paths.filter((one) => one.endsWith(".json"))) {
    try {
      const bytes = await readSmall(filePath(tree, path), path);
      values.set(path, readDocument(bytes, { path, dataFile: true }).values);
    } catch (error) {
      failed.push(...issuesOf(error, path));
    }
  }
  return { values, failed };
}

const NONE: ReadonlySet<string> = new Set();

function inheritValues(
  files: readonly OwnFile[],
  layout: Layout,
  data: ReadonlyMap<string, SourceMap>,
): SourceFile[] {
  const { kind } = layout;
  const pages = files.map(({ place, document: { values } }) => ({ ...place, values }));
  const inheritedBy = makeInheritance({ layout, pages, data });
  return files.map((file, index) => {
    const page = pages[index];
    const inherited: SourceMap = page === undefined ? new Map() : inheritedBy(page);
    const { document, place } = file;
    const own = document.values;
    const stated = withInherited(own, inherited, kind);
    if (stated === own) return { place, document, stated, inherited: NONE };
    const values = withInherited(own, contentOf(inherited), kind);
    const keys = new Set([...stated.keys()].filter((key) => !own.has(key)));
    return {
      place,
      document: { ...document, values },
      stated,
      inherited: new Set([...keys].map((key) => key.toLowerCase())),
    };
  });
}

/** Reads a file if it can be content. Larger files are not read. */
async function readSmall(file: string, path: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  if (size > LIMITS.fileBytes) {
    const message = `${path} is ${sizeOf(size)}, which is more than the limit of ${sizeOf(LIMITS.fileBytes)} for an import.`;
    throw new CmsError("too_large", message, { issues: [{ code: "too_large", message, path }] });
  }
  const bytes = await readFile(file);
  refuseLfsPointer(bytes, path);
  return bytes;
}

async function readLayout(tree: SourceTree): Promise<Layout> {
  const configs = new Map<string, string>();
  for (const path of configPaths(tree)) {
    const bytes = await readSmall(filePath(tree, path), path).catch(() => undefined);
    configs.set(path, Buffer.from(bytes ?? []).toString("utf8"));
  }
  return detectLayout(tree, configs);
}

/** Returns the absolute path of a file in the tree, in the file system's spelling. */
export function filePath(tree: SourceTree, path: string): string {
  return join(tree.root, tree.files.get(path) ?? path);
}

/** Returns the issues of a file for the report. Unexpected errors are bugs and rethrown. */
export function issuesOf(error: unknown, path: string): Issue[] {
  if (!(error instanceof Error && "syscall" in error))
    return Array.from(fileIssues(error, path), (issue) => ({ path, ...issue }));
  const message = `${path} cannot be read: ${error.message}`;
  return [{ code: "invalid_path", message, path }];
}

/** Like `forEachLimit`, but returns the results of `work` in the order of the items. */
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
