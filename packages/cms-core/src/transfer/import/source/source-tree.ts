import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { CmsError } from "../../../base/errors.ts";
import type { SkipReason } from "./report.ts";

/** The files of an import folder, as paths with `/` in NFC, relative to it. */
export interface SourceTree {
  /** Absolute path of the folder, links resolved. */
  readonly root: string;
  /** Name of the folder. */
  readonly name: string;
  /** Path in NFC → path as the file system spells it. */
  readonly files: ReadonlyMap<string, string>;
  /** What was not looked into, by path; a folder ends with a slash. */
  readonly aside: ReadonlyMap<string, SkipReason>;
}

const IGNORED_FOLDERS: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  "_site",
  "dist",
  "vendor",
]);

const ABOVE = "../";

/** Whether a path lies outside the folder of the site that was found in a project. */
export function isOutside(path: string): boolean {
  return path.startsWith(ABOVE);
}

/** Whether a file or folder of this hidden name stands at the root: `.obsidian` tells who made the folder. */
export function hasHidden({ aside }: SourceTree, name: string): boolean {
  return aside.has(name) || aside.has(`${name}/`);
}

/**
 * Lists the files below a folder, without following any symbolic link.
 *
 * @throws CmsError `not_found` when the folder is not there, `invalid_path` when it is no folder.
 */
export async function scanFolder(folder: string): Promise<SourceTree> {
  const root = await existingFolder(folder);
  const paths: string[] = [];
  const aside = new Map<string, SkipReason>();
  const pending = [""];
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    for (const entry of await entriesIn(join(root, dir), dir, aside)) {
      const isFolder = entry.isDirectory();
      const path = dir === "" ? entry.name : `${dir}/${entry.name}`;
      const special = entry.isSymbolicLink() ? "symlink" : "special";
      const isKnown = isFolder || entry.isFile();
      const reason = reasonAgainst(entry.name, isFolder) ?? (isKnown ? undefined : special);
      if (reason !== undefined) aside.set(isFolder ? `${path}/` : path, reason);
      else (isFolder ? pending : paths).push(path);
    }
  }
  return makeTree({ root, name: basename(root) }, paths, aside);
}

/** What is in a folder; one below the root that cannot be read is noted and has nothing in it. */
async function entriesIn(
  folder: string,
  dir: string,
  aside: Map<string, SkipReason>,
): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (dir === "" || !(error instanceof Error && "syscall" in error)) throw error;
    aside.set(`${dir}/`, "unreadable");
    return [];
  }
}

/** The same of files that are in git alone: what stands nowhere on the disk has no root. */
export function makeSourceTree(name: string, all: readonly string[]): SourceTree {
  const paths: string[] = [];
  const aside = new Map<string, SkipReason>();
  for (const path of all) {
    const parts = path.split("/");
    const reasons = parts.map((part, at) => reasonAgainst(part, at < parts.length - 1));
    const at = reasons.findIndex((reason) => reason !== undefined);
    const reason = reasons[at];
    const shown = parts.slice(0, at + 1).join("/");
    if (reason === undefined) paths.push(path);
    else aside.set(shown === path ? path : `${shown}/`, reason);
  }
  return makeTree({ root: "", name }, paths, aside);
}

function reasonAgainst(name: string, isFolder: boolean): SkipReason | undefined {
  if (name.startsWith(".")) return "hidden";
  return isFolder && IGNORED_FOLDERS.has(name) ? "packages" : undefined;
}

function makeTree(
  of: Pick<SourceTree, "root" | "name">,
  paths: readonly string[],
  aside: ReadonlyMap<string, SkipReason>,
): SourceTree {
  const spelled = new Set(paths);
  const files = paths.map((path): [string, string] => {
    const name = path.normalize("NFC");
    // Of two names that look the same one keeps its spelling, so that neither is lost.
    return [spelled.has(name) ? path : name, path];
  });
  return { ...of, files: inOrder(files), aside: inOrder([...aside]) };
}

async function existingFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch((cause: unknown) => {
    throw new CmsError("not_found", `The folder ${folder} does not exist.`, { cause });
  });
  if (!found.isDirectory()) throw new CmsError("invalid_path", `${folder} is not a folder.`);
  return await realpath(folder);
}

/** By code point, so that two machines give the same slugs to colliding files. */
function inOrder<T>(files: readonly (readonly [string, T])[]): Map<string, T> {
  return new Map(files.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
