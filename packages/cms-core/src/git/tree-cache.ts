import { CmsError } from "../base/errors.ts";
import { createByteCache } from "./byte-cache.ts";
import { isOid, type Oid } from "./object-id.ts";
import type { ObjectReader } from "./object-reader.ts";

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ROOTS = 256;

/** The tree objects used last, up to 32 MB, and the root trees of the newest commits. */
export interface TreeCache {
  /** A tree object's bytes. @throws CmsError `repository_broken` when the repository has none */
  readonly read: (oid: Oid) => Promise<Buffer>;
  readonly add: (oid: Oid, bytes: Buffer) => void;
  /** A commit's root tree. @throws CmsError `repository_broken` */
  readonly rootOf: (commit: Oid) => Promise<Oid>;
  readonly setRoot: (commit: Oid, tree: Oid) => void;
}

export function createTreeCache(objects: ObjectReader): TreeCache {
  const kept = createByteCache<Buffer>(MAX_BYTES);
  const roots = new Map<Oid, Oid>();
  const setRoot = (commit: Oid, tree: Oid): void => {
    roots.set(commit, tree);
    const [oldest] = roots.keys();
    if (roots.size > MAX_ROOTS && oldest !== undefined) roots.delete(oldest);
  };
  return {
    add: kept.add,
    setRoot,
    read: async (oid) => {
      const known = kept.get(oid);
      if (known !== undefined) return known;
      const bytes = await readObject(objects, oid, "tree");
      kept.add(oid, bytes);
      return bytes;
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
