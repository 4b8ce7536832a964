import type { FilePlan, PublicStorage } from "@loam/cms-core/publish";

export interface Recording {
  /** Applied plans, in order. */
  readonly plans: FilePlan[];
  readonly wrap: (storage: PublicStorage) => PublicStorage;
  /** Written paths, sorted. */
  written(): string[];
}

/** Creates public storage that records its operations. */
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
