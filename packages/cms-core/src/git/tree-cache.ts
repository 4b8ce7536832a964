import { CmsError } from "../base/errors.ts";
import { ownBytes } from "../base/own-bytes.ts";
import { createByteCache } from "./byte-cache.ts";
import { isOid, type Oid } from "./object-id.ts";
import type { ObjectReader } from "./object-reader.ts";
import { readTree, type Tree } from "./tree.ts";

const LIMITS = {
  maxBytes: 32 * 1024 * 1024,
  maxBytesEach: 4 * 1024 * 1024,
  sizeOf: ({ bytes }: Tree): number => bytes.length,
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
  const kept = createByteCache<Tree>(LIMITS);
  const roots = new Map<Oid, Oid>();
  const setRoot = (commit: Oid, tree: Oid): void => {
    roots.set(commit, tree);
    const [oldest] = roots.keys();
    if (roots.size > MAX_ROOTS && oldest !== undefined) roots.delete(oldest);
  };
  const add = (oid: Oid, { bytes, offsets }: Tree): void =>
    kept.add(oid, { bytes: ownBytes(bytes), offsets });
  return {
    add,
    setRoot,
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
      setRoot(commit, tree);
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
