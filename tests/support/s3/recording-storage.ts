import type { FilePlan, PublicStorage } from "@loam/cms-core/publish";

export interface Recording {
  /** The plans that were applied, in order. */
  readonly plans: FilePlan[];
  readonly wrap: (storage: PublicStorage) => PublicStorage;
  /** Paths that were written, sorted. */
  written(): string[];
}

/** Public storage that remembers what it was asked to do. */
export function recordPlans(): Recording {
  const plans: FilePlan[] = [];
  return {
    plans,
    wrap: (storage) => ({
      ...storage,
      apply: (plan, options) => {
        plans.push(plan);
        return storage.apply(plan, options);
      },
    }),
    written: () => {
      const paths = plans.flatMap(({ writes }) => writes.flat().map(({ path }) => path));
      return paths.toSorted((a, b) => (a < b ? -1 : 1));
    },
  };
}
