import type { Oid } from "./object-id.ts";

export interface ByteCache<T> {
  readonly get: (oid: Oid) => T | undefined;
  readonly add: (oid: Oid, bytes: T) => void;
}

export interface ByteCacheOptions<T> {
  readonly maxBytes: number;
  /** What is larger is not kept. */
  readonly maxBytesEach: number;
  readonly sizeOf: (object: T) => number;
}

/**
 * The objects used last, up to `maxBytes`. Two
 * generations: when the young one has half of the bytes, the old one goes as a whole. Keeping an
 * order of use costs more with each save than the few objects it would keep longer.
 */
export function createByteCache<T>({
  maxBytes,
  maxBytesEach,
  sizeOf,
}: ByteCacheOptions<T>): ByteCache<T> {
  let young = new Map<Oid, T>();
  let old = new Map<Oid, T>();
  let youngBytes = 0;
  const add = (oid: Oid, bytes: T): void => {
    const size = sizeOf(bytes);
    if (size > maxBytesEach) return;
    const known = young.get(oid);
    youngBytes += size - (known === undefined ? 0 : sizeOf(known));
    young.set(oid, bytes);
    if (youngBytes <= maxBytes / 2) return;
    old = young;
    young = new Map();
    youngBytes = 0;
  };
  return {
    add,
    get: (oid) => {
      const recent = young.get(oid);
      if (recent !== undefined) return recent;
      const bytes = old.get(oid);
      if (bytes !== undefined) add(oid, bytes);
      return bytes;
    },
  };
}
