import type { Oid } from "./object-id.ts";

export interface ByteCache<T extends Uint8Array> {
  readonly get: (oid: Oid) => T | undefined;
  readonly add: (oid: Oid, bytes: T) => void;
}

/** The objects used last, up to `maxBytes`; one of more than a sixteenth of that is not kept. */
export function createByteCache<T extends Uint8Array>(maxBytes: number): ByteCache<T> {
  const kept = new Map<Oid, T>();
  let size = 0;
  const add = (oid: Oid, bytes: T): void => {
    if (bytes.length > maxBytes / 16) return;
    size += bytes.length - (kept.get(oid)?.length ?? 0);
    kept.delete(oid);
    kept.set(oid, bytes);
    // Looking for the oldest is slow in a map that much was deleted from.
    if (size <= maxBytes) return;
    for (const [oldest, old] of kept) {
      if (size <= maxBytes) return;
      kept.delete(oldest);
      size -= old.length;
    }
  };
  return {
    add,
    get: (oid) => {
      const bytes = kept.get(oid);
      // The order of use matters only when some must go soon.
      if (bytes !== undefined && size > maxBytes / 2) add(oid, bytes);
      return bytes;
    },
  };
}
