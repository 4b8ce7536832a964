/**
 * An immutable map: `with` returns a new one that shares all but the touched buckets. All states of a live site can be
 * kept and compared this way, at a cost independent of the number of entries.
 */
export interface SharedMap<V> {
  readonly size: number;
  get(key: string): V | undefined;
  has(key: string): boolean;
  keys(): Iterable<string>;
  values(): Iterable<V>;
  /** Sets keys, or removes those whose value is undefined. */
  with(changes: Iterable<readonly [string, V | undefined]>): SharedMap<V>;
}

const BUCKETS = 1024;

type Bucket<V> = ReadonlyMap<string, V>;

export function emptySharedMap<V>(): SharedMap<V> {
  const none: Bucket<V> = new Map();
  return makeMap(
    Array.from({ length: BUCKETS }, () => none),
    0,
  );
}

function makeMap<V>(buckets: readonly Bucket<V>[], size: number): SharedMap<V> {
  const bucketOf = (key: string): Bucket<V> | undefined =>
    size === 0 ? undefined : buckets[hash(key)];
  return {
    size,
    get: (key) => bucketOf(key)?.get(key),
    has: (key) => bucketOf(key)?.has(key) === true,
    *keys() {
      for (const bucket of buckets) yield* bucket.keys();
    },
    *values() {
      for (const bucket of buckets) yield* bucket.values();
    },
    with(changes) {
      const next = [...buckets];
      const own = new Map<number, Map<string, V>>();
      let count = size;
      for (const [key, value] of changes) {
        const bucket = ownBucket(next, own, hash(key));
        count -= bucket.size;
        if (value === undefined) bucket.delete(key);
        else bucket.set(key, value);
        count += bucket.size;
      }
      return own.size === 0 ? this : makeMap(next, count);
    },
  };
}

function ownBucket<V>(
  buckets: Bucket<V>[],
  own: Map<number, Map<string, V>>,
  index: number,
): Map<string, V> {
  const known = own.get(index);
  if (known !== undefined) return known;
  const copy = new Map(buckets[index]);
  own.set(index, copy);
  buckets[index] = copy;
  return copy;
}

/** FNV-1a over UTF-16 code units. */
function hash(key: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    value = Math.imul(value ^ key.charCodeAt(at), 0x01000193);
  }
  return (value ^ (value >>> 16)) & (BUCKETS - 1);
}
