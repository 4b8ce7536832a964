import { createHash } from "node:crypto";
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
  /** Dot folders at the root: `.obsidian` and `.eleventy.js` tell who made the folder. */
  readonly dotNames: ReadonlySet<string>;
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

/**
 * Lists the files below a folder, without following any symbolic link.
 *
 * @throws CmsError `not_found` when the folder is not there, `invalid_path` when it is no folder.
 */
export async function scanFolder(folder: string): Promise<SourceTree> {
  const root = await existingFolder(folder);
  const files = new Map<string, string>();
  const dotNames = new Set<string>();
  const aside = new Map<string, SkipReason>();
  const pending = [""];
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    const entries = await readdir(join(root, dir), { withFileTypes: true });
    for (const entry of entries) {
      const path = dir === "" ? entry.name : `${dir}/${entry.name}`;
      if (dir === "" && entry.name.startsWith(".")) dotNames.add(entry.name);
      const reason = reasonAgainst(entry);
      if (reason !== undefined) aside.set(entry.isDirectory() ? `${path}/` : path, reason);
      else if (entry.isDirectory()) pending.push(path);
      else files.set(path.normalize("NFC"), path);
    }
  }
  return { root, name: basename(root), files: inOrder(files), dotNames, aside: inOrder(aside) };
}

/** The same of files that are in git alone: what stands nowhere on the disk has no root. */
export function makeSourceTree(name: string, paths: readonly string[]): SourceTree {
  const files = new Map<string, string>();
  const dotNames = new Set<string>();
  const aside = new Map<string, SkipReason>();
  for (const path of paths) {
    const parts = path.split("/");
    const first = parts[0] ?? "";
    if (first.startsWith(".")) dotNames.add(first);
    const at = parts.findIndex((part, place) => {
      return part.startsWith(".") || (place < parts.length - 1 && IGNORED_FOLDERS.has(part));
    });
    if (at === -1) files.set(path.normalize("NFC"), path);
    else {
      const reason = parts[at]?.startsWith(".") === true ? "hidden" : "packages";
      const shown = parts.slice(0, at + 1).join("/");
      aside.set(at < parts.length - 1 ? `${shown}/` : shown, reason);
    }
  }
  return { root: "", name, files: inOrder(files), dotNames, aside: inOrder(aside) };
}

async function existingFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch((cause: unknown) => {
    throw new CmsError("not_found", `There is no folder ${folder}.`, { cause });
  });
  if (!found.isDirectory()) throw new CmsError("invalid_path", `${folder} is not a folder.`);
  return await realpath(folder);
}

function reasonAgainst(entry: Dirent): SkipReason | undefined {
  if (entry.name.startsWith(".")) return "hidden";
  if (entry.isSymbolicLink()) return "symlink";
  if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? "packages" : undefined;
  return entry.isFile() ? undefined : "special";
}

/** By code point, so that two machines give the same slugs to colliding files. */
function inOrder<T>(files: ReadonlyMap<string, T>): Map<string, T> {
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The object id that git gives to a file of these bytes. */
export function blobId(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
