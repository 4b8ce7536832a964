import { LRUCache } from "lru-cache";

/** Values of a slow source that may be a little old. */
export interface FreshCache<T> {
  /** At once where the value is young. */
  get(key: string): T | Promise<T | undefined>;
  /** A value that is young; no source is asked for one that is not. */
  young(key: string): T | undefined;
}

export interface FreshCacheOptions {
  readonly monotonicMs: () => number;
}

/** From this age on a value is read anew while it is still given out. */
const REFRESH_MS = 400;
/** No value is given out that was read earlier than this. */
const MAX_AGE_MS = 900;
const MAX_VALUES = 10_000;

interface Kept<T> {
  readonly value: T;
  /** When reading began: a change after that may be missing. */
  readonly readAt: number;
}

/**
 * Keeps what `load` answers, each key for less than a second. Keys that have no value are not kept, so
 * that guessing fills no memory.
 */
export function createFreshCache<T extends object | string>(
  load: (key: string) => Promise<T | undefined>,
  { monotonicMs }: FreshCacheOptions,
): FreshCache<T> {
  const values = new LRUCache<string, Kept<T>>({ max: MAX_VALUES });
  const loading = new Map<string, Promise<T | undefined>>();

  async function read(key: string): Promise<T | undefined> {
    const readAt = monotonicMs();
    const value = await load(key);
    if (value === undefined) values.delete(key);
    else values.set(key, { value, readAt });
    return value;
  }

  function refresh(key: string): Promise<T | undefined> {
    const running = loading.get(key);
    if (running !== undefined) return running;
    const started = read(key).finally(() => loading.delete(key));
    loading.set(key, started);
    return started;
  }

  function young(key: string): T | undefined {
    const kept = values.get(key);
    if (kept === undefined) return undefined;
    const age = monotonicMs() - kept.readAt;
    if (age >= MAX_AGE_MS) return undefined;
    // Who comes after the value is too old meets the failure.
    if (age >= REFRESH_MS) refresh(key).catch(() => undefined);
    return kept.value;
  }

  return {
    young,
    // A read that is under way may have begun before the change that this caller is about to see.
    get: (key) => young(key) ?? refresh(key),
  };
}
