import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { CmsError } from "../../../base/errors.ts";
import type { SkipReason } from "./report.ts";

/** The files of an import folder, as relative NFC paths with `/`. */
export interface SourceTree {
  /** Absolute path of the folder, with symbolic links resolved. */
  readonly root: string;
  /** Name of the folder. */
  readonly name: string;
  /** Path in the file system's spelling, by NFC path. */
  readonly files: ReadonlyMap<string, string>;
  /** Skipped files and folders, by path. A folder ends with a slash. */
  readonly skipReasons: ReadonlyMap<string, SkipReason>;
}

const IGNORED_FOLDERS: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  "_site",
  "dist",
  "vendor",
]);

const ABOVE = "../";

/** Returns whether a path is outside the site folder that was found in a project. */
export function isOutside(path: string): boolean {
  return path.startsWith(ABOVE);
}

/** Returns whether a hidden file or folder is at the root: `.obsidian` identifies a vault. */
export function hasHidden({ skipReasons }: SourceTree, name: string): boolean {
  return skipReasons.has(name) || skipReasons.has(`${name}/`);
}

/**
 * Lists the files below a folder without following symbolic links.
 *
 * @throws CmsError `not_found` if the folder doesn't exist, `invalid_path` if it isn't a folder
 */
export async function scanFolder(folder: string): Promise<SourceTree> {
  const root = await existingFolder(folder);
  const paths: string[] = [];
  const skipReasons = new Map<string, SkipReason>();
  const pending = [""];
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    for (const entry of await entriesIn(join(root, dir), dir, skipReasons)) {
      const isFolder = entry.isDirectory();
      const path = dir === "" ? entry.name : `${dir}/${entry.name}`;
      const special = entry.isSymbolicLink() ? "symlink" : "special";
      const isKnown = isFolder || entry.isFile();
      const reason = reasonAgainst(entry.name, isFolder) ?? (isKnown ? undefined : special);
      if (reason !== undefined) skipReasons.set(isFolder ? `${path}/` : path, reason);
      else (isFolder ? pending : paths).push(path);
    }
  }
  return makeTree({ root, name: basename(root) }, paths, skipReasons);
}

/** Lists a folder. If a subfolder cannot be read, it is recorded and treated as empty. */
async function entriesIn(
  folder: string,
  dir: string,
  skipReasons: Map<string, SkipReason>,
): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (dir === "" || !(error instanceof Error && "syscall" in error)) throw error;
    skipReasons.set(`${dir}/`, "unreadable");
    return [];
  }
}

/** Creates a tree of files that are only in Git. It has no root on disk. */
export function makeSourceTree(name: string, all: readonly string[]): SourceTree {
  const paths: string[] = [];
  const skipReasons = new Map<string, SkipReason>();
  for (const path of all) {
    const parts = path.split("/");
    const reasons = parts.map((part, at) => reasonAgainst(part, at < parts.length - 1));
    const at = reasons.findIndex((reason) => reason !== undefined);
    const reason = reasons[at];
    const shown = parts.slice(0, at + 1).join("/");
    if (reason === undefined) paths.push(path);
    else skipReasons.set(shown === path ? path : `${shown}/`, reason);
  }
  return makeTree({ root: "", name }, paths, skipReasons);
}

function reasonAgainst(name: string, isFolder: boolean): SkipReason | undefined {
  if (name.startsWith(".")) return "hidden";
  return isFolder && IGNORED_FOLDERS.has(name) ? "packages" : undefined;
}

function makeTree(
  of: Pick<SourceTree, "root" | "name">,
  paths: readonly string[],
  skipReasons: ReadonlyMap<string, SkipReason>,
): SourceTree {
  const spelled = new Set(paths);
  const files = paths.map((path): [string, string] => {
    const name = path.normalize("NFC");
    // If two names look the same, one keeps its spelling so that neither is lost.
    return [spelled.has(name) ? path : name, path];
  });
  return { ...of, files: sortByPath(files), skipReasons: sortByPath([...skipReasons]) };
}

async function existingFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch((cause: unknown) => {
    throw new CmsError("not_found", `The folder ${folder} does not exist.`, { cause });
  });
  if (!found.isDirectory()) throw new CmsError("invalid_path", `${folder} is not a folder.`);
  return await realpath(folder);
}

/** Sorts by code point, so that colliding files get the same slugs on every machine. */
function sortByPath<T>(files: readonly (readonly [string, T])[]): Map<string, T> {
  return new Map(files.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
