import { setImmediate } from "node:timers/promises";
import pLimit from "p-limit";

/** Runs one piece of work at a time. */
export interface Mutex {
  /** Begins when all work before it has ended, whether or not it failed. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** A mutex for work inside this process, first come, first served. */
export function createMutex(): Mutex {
  const limit = pLimit(1);
  return { run: async (work) => limit(work) };
}

/** Runs one piece of work at a time for each key. */
export interface KeyedMutex<K> {
  /** Begins when all work before it on the same key has ended, whether or not it failed. */
  run<T>(key: K, work: () => Promise<T>): Promise<T>;
}

/** A mutex for each key; a key that nobody works on takes no memory. */
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
 * Turns work that looks at the newest state when it begins into work that many may ask for: all calls that
 * are made before a run begins share that run.
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
 * Does `work` for every item, at most `limit` at a time. After a failure no further item is begun, and the
 * failure is thrown only when nothing is under way any more: nothing of this run can meet the next one.
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
 * Makes one question of many calls about the same key. `ask` is told how many callers it asks for, and answers
 * in the order of their calls. There is one question at a time for a key: calls that arrive meanwhile are
 * answered by the next, so nobody waits for more than two.
 */
export function batch<R>(
  ask: (key: string, count: number) => Promise<readonly R[]>,
): (key: string) => Promise<R> {
  /** Of each key that is being asked about, the callers of the next question. */
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
      // Requests that the process reads from its sockets in one go arrive until then.
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
  /** Least time from the beginning of one run to the beginning of the next, in milliseconds. */
  readonly everyMs: number;
  /** How long to rest after a run, as a multiple of what the run took. @default 0 */
  readonly restShare?: number;
  /** Longest such rest, in milliseconds. @default unlimited */
  readonly maxRestMs?: number;
}

/** Work that runs no more often than its pace, each key by itself. */
export interface Throttle {
  /** Runs at once, or as soon as the pace allows; calls made until then share the run. */
  request(key: string): void;
  /** Resolves when nothing is under way; runs that have not begun are dropped. */
  close(): Promise<void>;
}

/** @param work - never fails */
export function throttle(
  work: (key: string) => Promise<void>,
  { everyMs, restShare = 0, maxRestMs = Infinity }: ThrottleOptions,
): Throttle {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  /** Requested again while they ran. */
  const again = new Set<string>();
  /** When each may begin next. */
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
    if (again.delete(key)) schedule(key);
  }

  return {
    request(key) {
      if (running.has(key)) again.add(key);
      else schedule(key);
    },
    async close() {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}

/** How long synchronous file calls may keep everybody else waiting. */
const SLICE_MS = 10;

/**
 * Returns a function to await between two short synchronous steps: it lets other work of the process run
 * once a slice of time is used up. (Synchronous calls on small files cost a third of asynchronous ones.)
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
