/** Work that is done one after the other. */
export interface Turns {
  /** Runs work when all before it has ended, whether it failed or not. */
  readonly take: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Makes of work that looks at the newest state when it begins what can be asked for by many: who asks
   * before it has begun shares it.
   */
  readonly share: <T>(work: () => Promise<T>) => () => Promise<T>;
}

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  const take = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    take,
    share: <T>(work: () => Promise<T>) => {
      let next: Promise<T> | undefined;
      return () => {
        next ??= take(() => {
          next = undefined;
          return work();
        });
        return next;
      };
    },
  };
}
