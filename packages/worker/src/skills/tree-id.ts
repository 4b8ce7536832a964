import { createHash } from "node:crypto";
import type { NewFile } from "../git/remote-copy.ts";

/**
 * Returns Git's id for a folder of these files. It is the same wherever it is computed, so it shows whether a skill
 * equals HQ's version.
 */
export function treeIdOf(files: readonly NewFile[]): string {
  return folderId(
    files.map(({ path, mode, bytes }) => ({ path, mode, id: objectId("blob", bytes) })),
  );
}

interface Item {
  readonly path: string;
  readonly mode: string;
  readonly id: Buffer;
}

function folderId(items: readonly Item[]): string {
  return treeOf(items).toString("hex");
}

function treeOf(items: readonly Item[]): Buffer {
  const folders = new Map<string, Item[]>();
  const entries: Item[] = [];
  for (const item of items) {
    const slash = item.path.indexOf("/");
    if (slash === -1) {
      entries.push(item);
      continue;
    }
    const name = item.path.slice(0, slash);
    const inner = folders.get(name) ?? [];
    inner.push({ ...item, path: item.path.slice(slash + 1) });
    folders.set(name, inner);
  }
  for (const [path, inner] of folders) entries.push({ path, mode: "40000", id: treeOf(inner) });
  const sorted = entries.toSorted((left, right) => Buffer.compare(sortKey(left), sortKey(right)));
  const lines = sorted.map(({ path, mode, id }) =>
    Buffer.concat([Buffer.from(`${mode} ${path}\0`), id]),
  );
  return objectId("tree", Buffer.concat(lines));
}

/** Git sorts a folder as if its name ended with a slash. */
function sortKey({ path, mode }: Item): Buffer {
  return Buffer.from(mode === "40000" ? `${path}/` : path);
}

function objectId(type: "blob" | "tree", bytes: Uint8Array): Buffer {
  return createHash("sha1").update(`${type} ${bytes.length}\0`).update(bytes).digest();
}
