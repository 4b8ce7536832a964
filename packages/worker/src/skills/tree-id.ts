import {
  FOLDER_MODE,
  hashObject,
  nameKey,
  type Oid,
  printTree,
  type TreeEntry,
} from "@loam/cms-core/git/objects";
import type { NewFile } from "../git/remote-copy.ts";

/**
 * Returns Git's id for a folder of these files. It is the same wherever it is computed, so it shows whether a skill
 * equals HQ's version.
 */
export function treeIdOf(files: readonly NewFile[]): Oid {
  return folderId(
    files.map(({ path, mode, bytes }) => ({ path, mode, oid: hashObject("blob", bytes) })),
  );
}

interface Item {
  readonly path: string;
  readonly mode: string;
  readonly oid: Oid;
}

function folderId(items: readonly Item[]): Oid {
  const folders = new Map<string, Item[]>();
  const tree = new Map<string, TreeEntry>();
  const add = (name: string, mode: string, oid: Oid): void =>
    void tree.set(nameKey(name), { name, mode, oid });
  for (const { path, mode, oid } of items) {
    const slash = path.indexOf("/");
    if (slash === -1) {
      add(path, mode, oid);
      continue;
    }
    const name = path.slice(0, slash);
    const inner = folders.get(name) ?? [];
    inner.push({ path: path.slice(slash + 1), mode, oid });
    folders.set(name, inner);
  }
  for (const [name, inner] of folders) add(name, FOLDER_MODE, folderId(inner));
  return hashObject("tree", printTree(tree));
}
