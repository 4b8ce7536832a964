import { LRUCache } from "lru-cache";
import { ownBytes } from "../../base/bytes.ts";
import { CmsError } from "../../base/errors.ts";
import { isOid, type Oid } from "../objects/object-id.ts";
import { readTree, type Tree } from "../objects/tree.ts";
import type { ObjectReader } from "./object-reader.ts";

const LIMITS = {
  maxSize: 32 * 1024 * 1024,
  maxEntrySize: 4 * 1024 * 1024,
  sizeCalculation: ({ bytes }: Tree): number => Math.max(1, bytes.length),
};
const MAX_ROOTS = 256;

/** The tree objects used last, up to 32 MB, and the root trees of the newest commits. */
export interface TreeCache {
  /** @throws CmsError `repository_broken` when the repository has no such tree */
  readonly read: (oid: Oid) => Promise<Tree>;
  readonly add: (oid: Oid, tree: Tree) => void;
  /** A commit's root tree. @throws CmsError `repository_broken` */
  readonly rootOf: (commit: Oid) => Promise<Oid>;
  readonly setRoot: (commit: Oid, tree: Oid) => void;
}

export function createTreeCache(objects: ObjectReader): TreeCache {
  const kept = new LRUCache<Oid, Tree>(LIMITS);
  const roots = new LRUCache<Oid, Oid>({ max: MAX_ROOTS });
  const add = (oid: Oid, { bytes, offsets }: Tree): void =>
    void kept.set(oid, { bytes: ownBytes(bytes), offsets });
  return {
    add,
    setRoot: (commit, tree) => void roots.set(commit, tree),
    read: async (oid) => {
      const known = kept.get(oid);
      if (known !== undefined) return known;
      const tree = readTree(await readObject(objects, oid, "tree"));
      add(oid, tree);
      return tree;
    },
    rootOf: async (commit) => {
      const known = roots.get(commit);
      if (known !== undefined) return known;
      const tree = (await readObject(objects, commit, "commit")).toString("latin1", 5, 45);
      if (!isOid(tree)) throw broken(commit);
      roots.set(commit, tree);
      return tree;
    },
  };
}

async function readObject(objects: ObjectReader, oid: Oid, type: string): Promise<Buffer> {
  const [object] = await objects.read([oid]);
  if (object?.type === type) return object.bytes;
  throw broken(oid);
}

function broken(oid: Oid): CmsError {
  return new CmsError("repository_broken", "A commit or folder is missing from the repository.", {
    details: { oid },
  });
}
