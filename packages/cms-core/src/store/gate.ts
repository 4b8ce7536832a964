export interface Gate {
  /** Runs beside other shared work, one at a time for each key. */
  readonly shared: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  /** Runs alone: after what is under way, before what comes later. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Orders writers: saves of different entries run together, changes to many files run alone. */
export function createGate(): Gate {
  const running = new Map<string, Promise<unknown>>();
  let closed: Promise<unknown> | undefined;
  return {
    shared: async (key, work) => {
      for (;;) {
        const before = closed ?? running.get(key);
        if (before === undefined) break;
        await settled(before);
      }
      const mine = work();
      running.set(key, mine);
      try {
        return await mine;
      } finally {
        running.delete(key);
      }
    },
    exclusive: async (work) => {
      const before = closed;
      const mine = (async () => {
        if (before !== undefined) await settled(before);
        await Promise.allSettled(running.values());
        return work();
      })();
      closed = mine;
      try {
        return await mine;
      } finally {
        if (closed === mine) closed = undefined;
      }
    },
  };
}

async function settled(work: Promise<unknown>): Promise<void> {
  await Promise.allSettled([work]);
}
