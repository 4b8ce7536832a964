import { LRUCache } from "lru-cache";
import { ownBytes } from "../../base/own-bytes.ts";
import { isOid, type Oid } from "../objects/object-id.ts";
import type { GitObject, ObjectReader } from "./object-reader.ts";

const LIMITS = {
  maxSize: 8 * 1024 * 1024,
  maxEntrySize: 512 * 1024,
  sizeCalculation: ({ bytes }: GitObject): number => Math.max(1, bytes.length),
};

/** A reader that knows the objects used last: up to 8 MB of them, none larger than 512 KB. */
export interface RecentObjects extends ObjectReader {
  /** To be called with what the repository has, and will keep. */
  readonly add: (object: Omit<GitObject, "bytes"> & { readonly bytes: Uint8Array }) => void;
}

/**
 * Keeps what was written or read last: an entry is read before it is edited and edited again after, and
 * whoever follows a commit that was just made need not ask git for it.
 */
export function rememberRecent(objects: ObjectReader): RecentObjects {
  const recent = new LRUCache<Oid, GitObject>(LIMITS);
  return {
    ...objects,
    add: ({ oid, type, bytes }) => void recent.set(oid, { oid, type, bytes: ownBytes(bytes) }),
    read: async (names) => {
      const known = names.map((name) => (isOid(name) ? recent.get(name) : undefined));
      const read = await objects.read(names.filter((_, index) => known[index] === undefined));
      let next = 0;
      return known.map((object) => object ?? read[next++]);
    },
    eachBlob: async (oids, take) => {
      const known = allBlobs(oids, recent);
      if (known === undefined) await objects.eachBlob(oids, take);
      else for (const [index, { bytes }] of known.entries()) take(bytes, index);
    },
    has: async (oids) => {
      const known = oids.map((oid) => recent.has(oid));
      const asked = await objects.has(oids.filter((_, index) => !known[index]));
      let next = 0;
      return known.map((isKnown) => isKnown || asked[next++] === true);
    },
  };
}

/** All of them or none, since they are given out in their order: of many, few are looked for. */
function allBlobs(
  oids: readonly Oid[],
  recent: LRUCache<Oid, GitObject>,
): readonly GitObject[] | undefined {
  const blobs: GitObject[] = [];
  for (const oid of oids) {
    const object = recent.get(oid);
    if (object?.type !== "blob") return undefined;
    blobs.push(object);
  }
  return blobs;
}
