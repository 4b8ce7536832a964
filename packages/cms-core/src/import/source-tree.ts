import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { CmsError } from "../base/errors.ts";
import type { ImportNotice } from "./report.ts";

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
  readonly notices: readonly ImportNotice[];
}

const IGNORED_FOLDERS: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  "_site",
  "dist",
  "vendor",
]);

/**
 * Lists the files below a folder, without following any symbolic link.
 *
 * @throws CmsError `not_found` when the folder is not there, `invalid_path` when it is no folder.
 */
export async function scanFolder(folder: string): Promise<SourceTree> {
  const root = await existingFolder(folder);
  const files = new Map<string, string>();
  const dotNames = new Set<string>();
  const notices: ImportNotice[] = [];
  const pending = [""];
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    const entries = await readdir(join(root, dir), { withFileTypes: true });
    for (const entry of entries) {
      const path = dir === "" ? entry.name : `${dir}/${entry.name}`;
      const isHidden = entry.name.startsWith(".");
      if (isHidden && dir === "") dotNames.add(entry.name);
      if (isHidden) continue;
      if (entry.isSymbolicLink()) notices.push(symlinkNotice(path));
      else if (entry.isDirectory() && !IGNORED_FOLDERS.has(entry.name)) pending.push(path);
      else if (entry.isFile()) files.set(path.normalize("NFC"), path);
    }
  }
  return { root, name: basename(root), files: inOrder(files), dotNames, notices };
}

async function existingFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch((cause: unknown) => {
    throw new CmsError("not_found", `There is no folder ${folder}.`, { cause });
  });
  if (!found.isDirectory()) throw new CmsError("invalid_path", `${folder} is not a folder.`);
  return await realpath(folder);
}

function symlinkNotice(path: string): ImportNotice {
  return { kind: "symlink_skipped", path, message: "A symbolic link is never followed; skipped." };
}

/** By code point, so that two machines give the same slugs to colliding files. */
function inOrder(files: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
