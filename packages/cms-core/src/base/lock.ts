import { setImmediate } from "node:timers/promises";
import pLimit from "p-limit";

/** Runs one task at a time. */
export interface Mutex {
  /** Starts once all previous tasks have ended, whether or not they failed. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Creates a mutex for tasks of this process, first come, first served. */
export function createMutex(): Mutex {
  const limit = pLimit(1);
  return { run: async (work) => limit(work) };
}

/** Runs one task at a time per key. */
export interface KeyedMutex<K> {
  /** Starts once all previous tasks with the same key have ended, whether or not they failed. */
  run<T>(key: K, work: () => Promise<T>): Promise<T>;
}

/** Creates a mutex per key. Unused keys are released. */
export function createKeyedMutex<K>(): KeyedMutex<K> {
  const held = new Map<K, { readonly mutex: Mutex; users: number }>();
  return {
    run: async (key, work) => {
      const lock = held.get(key) ?? { mutex: createMutex(), users: 0 };
      held.set(key, lock);
      lock.users += 1;
      try {
        return await lock.mutex.run(work);
      } finally {
        lock.users -= 1;
        if (lock.users === 0) held.delete(key);
      }
    },
  };
}

/**
 * Coalesces calls: all calls made before a run starts share that run. The work must read the latest state when it
 * starts.
 */
export function coalesce<T>(mutex: Mutex, work: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined;
  return () => {
    next ??= mutex.run(async () => {
      next = undefined;
      return work();
    });
    return next;
  };
}

/**
 * Calls `work` for every item, at most `limit` in parallel. After a failure no further item is started, and the failure
 * is thrown only when all started items have ended, so that this run cannot overlap with the next one.
 */
export async function forEachLimit<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const waiting = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      if (failures.length > 0) return;
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (failures.length > 0) throw failures[0];
}

interface Caller<R> {
  readonly resolve: (answer: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches concurrent calls per key. `ask` receives the number of callers and returns one result per caller, in order.
 * One batch per key runs at a time; later calls join the next, so no caller waits for more than two.
 */
export function batch<R>(
  ask: (key: string, count: number) => Promise<readonly R[]>,
): (key: string) => Promise<R> {
  /** Callers of the next batch, for each key with a running batch. */
  const waiting = new Map<string, Caller<R>[]>();

  async function askFor(key: string, callers: readonly Caller<R>[]): Promise<void> {
    try {
      const answers = await ask(key, callers.length);
      for (const [index, answer] of answers.entries()) callers[index]?.resolve(answer);
    } catch (error) {
      for (const { reject } of callers) reject(error);
    }
  }

  async function askForAll(key: string): Promise<void> {
    for (;;) {
      // By then, all requests that the process reads from its sockets together have arrived.
      await setImmediate();
      const callers = waiting.get(key) ?? [];
      if (callers.length === 0) break;
      waiting.set(key, []);
      await askFor(key, callers);
    }
    waiting.delete(key);
  }

  return (key) => {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    const others = waiting.get(key);
    if (others === undefined) {
      waiting.set(key, [{ resolve, reject }]);
      askForAll(key).catch(reject);
    } else {
      others.push({ resolve, reject });
    }
    return promise;
  };
}

export interface ThrottleOptions {
  /** Minimum time from the start of one run to the start of the next, in milliseconds. */
  readonly everyMs: number;
  /** Pause after a run, as a multiple of the run's duration. @default 0 */
  readonly restShare?: number;
  /** Maximum length of this pause, in milliseconds. @default unlimited */
  readonly maxRestMs?: number;
}

/** Limits how often work runs, independently for each key. */
export interface Throttle {
  /** Runs immediately, or as soon as the limit allows; calls made until then share the run. */
  request(key: string): void;
  /** Resolves when no run is in progress; runs that haven't started are dropped. */
  close(): Promise<void>;
}

/** @param work - must never reject */
export function throttle(
  work: (key: string) => Promise<void>,
  { everyMs, restShare = 0, maxRestMs = Infinity }: ThrottleOptions,
): Throttle {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  /** Keys requested again while they ran. */
  const requested = new Set<string>();
  /** Earliest next start of each key. */
  const notBefore = new Map<string, number>();
  let closed = false;

  function schedule(key: string): void {
    if (closed || timers.has(key)) return;
    const waitMs = (notBefore.get(key) ?? -Infinity) - performance.now();
    timers.set(
      key,
      setTimeout(() => running.set(key, run(key)), Math.max(0, waitMs)),
    );
  }

  async function run(key: string): Promise<void> {
    timers.delete(key);
    const start = performance.now();
    await work(key);
    const end = performance.now();
    const restMs = Math.min((end - start) * restShare, maxRestMs);
    notBefore.set(key, Math.max(start + everyMs, end + restMs));
    running.delete(key);
    if (requested.delete(key)) schedule(key);
  }

  return {
    request(key) {
      if (running.has(key)) requested.add(key);
      else schedule(key);
    },
    async close() {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}

/** How long synchronous file calls can block the event loop. */
const SLICE_MS = 10;

/**
 * Returns a function to await between two short synchronous steps. It yields to the event loop once a slice of time is
 * used up. (Synchronous calls on small files cost a third of asynchronous ones.)
 */
export function createTimeSlice(sliceMs: number = SLICE_MS): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < sliceMs) return undefined;
    return setImmediate().then(() => {
      began = performance.now();
      return undefined;
    });
  };
}
