import { ownBytes } from "../base/own-bytes.ts";
import { createByteCache } from "./byte-cache.ts";
import { isOid, type Oid } from "./object-id.ts";
import type { GitObject, ObjectReader } from "./object-reader.ts";

const LIMITS = {
  maxBytes: 8 * 1024 * 1024,
  maxBytesEach: 512 * 1024,
  sizeOf: ({ bytes }: GitObject): number => bytes.length,
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
  const { get, add } = createByteCache<GitObject>(LIMITS);
  return {
    ...objects,
    add: ({ oid, type, bytes }) => add(oid, { oid, type, bytes: ownBytes(bytes) }),
    read: async (names) => {
      const known = names.map((name) => (isOid(name) ? get(name) : undefined));
      const read = await objects.read(names.filter((_, index) => known[index] === undefined));
      let next = 0;
      return known.map((object) => object ?? read[next++]);
    },
    eachBlob: async (oids, take) => {
      const known = allBlobs(oids, get);
      if (known === undefined) await objects.eachBlob(oids, take);
      else for (const [index, { bytes }] of known.entries()) take(bytes, index);
    },
    has: async (oids) => {
      const known = oids.map((oid) => get(oid) !== undefined);
      const asked = await objects.has(oids.filter((_, index) => !known[index]));
      let next = 0;
      return known.map((isKnown) => isKnown || asked[next++] === true);
    },
  };
}

/** All of them or none, since they are given out in their order: of many, few are looked for. */
function allBlobs(
  oids: readonly Oid[],
  get: (oid: Oid) => GitObject | undefined,
): readonly GitObject[] | undefined {
  const blobs: GitObject[] = [];
  for (const oid of oids) {
    const object = get(oid);
    if (object?.type !== "blob") return undefined;
    blobs.push(object);
  }
  return blobs;
}
