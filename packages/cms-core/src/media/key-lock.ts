/** Work on the same key runs one after the other, in the order of asking. */
export interface KeyLock {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createKeyLock(): KeyLock {
  const last = new Map<string, Promise<unknown>>();
  return {
    run: async (key, work) => {
      const before = last.get(key);
      const mine = (async () => {
        await before;
        return work();
      })();
      const settled = mine.catch(() => undefined);
      last.set(key, settled);
      try {
        return await mine;
      } finally {
        if (last.get(key) === settled) last.delete(key);
      }
    },
  };
}
