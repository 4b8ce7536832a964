import type { Oid } from "./object-id.ts";

interface Sized {
  /** In bytes. */
  readonly length: number;
}

export interface ByteCache<T extends Sized> {
  readonly get: (oid: Oid) => T | undefined;
  readonly add: (oid: Oid, bytes: T) => void;
}

/**
 * The objects used last, up to `maxBytes`; one of more than a sixteenth of that is not kept. Two
 * generations: when the young one has half of the bytes, the old one goes as a whole. Keeping an
 * order of use costs more with each save than the few objects it would keep longer.
 */
export function createByteCache<T extends Sized>(maxBytes: number): ByteCache<T> {
  let young = new Map<Oid, T>();
  let old = new Map<Oid, T>();
  let youngBytes = 0;
  const add = (oid: Oid, bytes: T): void => {
    if (bytes.length > maxBytes / 16) return;
    youngBytes += bytes.length - (young.get(oid)?.length ?? 0);
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
