import { isCmsError } from "../../base/errors.ts";
import { createMutex, type Mutex } from "../../base/lock.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { migrateToFormat } from "./published-format.ts";

const ATTEMPTS = 8;
/** Maximum number of parallel changes, which one batch of commits can hold. */
const MAX_TOGETHER = 32;

/** A change of `published` that was decided on the current tip of the branch. */
export interface PlannedChange<T> {
  /**
   * Names of what it writes or claims, each with its value. If two changes have different values for one name, or one
   * claims it exclusively (`undefined`), the later change is decided again.
   */
  readonly claims: ReadonlyMap<string, string | undefined>;
  /** @throws CmsError `stale` if another process has moved the branch since */
  readonly commit: () => Promise<T>;
}

interface Waiting {
  readonly plan: () => Promise<PlannedChange<void>>;
  /** Whether other changes can be made in parallel. */
  readonly together: boolean;
  readonly reject: (error: unknown) => void;
  attempts: number;
}

interface Queue {
  readonly repository: GitRepository;
  waiting: readonly Waiting[];
  readonly mutex: Mutex;
}

/** One queue per repository: independent queues would only make each other start again. */
const queues = new WeakMap<GitRepository, Queue>();

/**
 * Decides and commits a change of `published` with compare-and-swap, while no other change runs. Decides again if
 * another process moved the branch.
 */
export async function enqueueChange<T>(
  repository: GitRepository,
  attempt: () => Promise<T>,
): Promise<T> {
  const plan = (): Promise<PlannedChange<T>> =>
    Promise.resolve({ claims: new Map(), commit: attempt });
  return enqueue(repository, { plan, together: false });
}

/**
 * Like `enqueueChange`, but in parallel with others: all waiting changes are decided on the same tip and written to
 * disk together, with one commit each.
 */
export async function enqueueParallelChange<T>(
  repository: GitRepository,
  plan: () => Promise<PlannedChange<T>>,
): Promise<T> {
  return enqueue(repository, { plan, together: true });
}

async function enqueue<T>(
  repository: GitRepository,
  {
    plan,
    together,
  }: { readonly plan: () => Promise<PlannedChange<T>>; readonly together: boolean },
): Promise<T> {
  const queue = queues.get(repository) ?? { repository, waiting: [], mutex: createMutex() };
  queues.set(repository, queue);
  return new Promise<T>((resolve, reject) => {
    const planned = async (): Promise<PlannedChange<void>> => {
      const { claims, commit } = await plan();
      return { claims, commit: async () => resolve(await commit()) };
    };
    const waiting = { plan: planned, together, reject, attempts: ATTEMPTS };
    queue.waiting = [...queue.waiting, waiting];
    void queue.mutex.run(() => drain(queue));
  });
}

/** Never rejects: errors go to the callers that wait. */
async function drain(queue: Queue): Promise<void> {
  while (queue.waiting.length > 0) {
    const next = nextChanges(queue.waiting);
    queue.waiting = queue.waiting.slice(next.length);
    const retries = (await isInFormat(queue.repository, next)) ? await commitChanges(next) : [];
    queue.waiting = [...retries, ...queue.waiting];
  }
}

/** @returns false if `published` couldn't be migrated to the current layout, so the changes are refused */
async function isInFormat(
  repository: GitRepository,
  changes: readonly Waiting[],
): Promise<boolean> {
  try {
    await migrateToFormat(repository);
    return true;
  } catch (error) {
    for (const { reject } of changes) reject(error);
    return false;
  }
}

/** Returns the changes at the front that can be made together, or only the first one. */
function nextChanges(waiting: readonly Waiting[]): readonly Waiting[] {
  const firstExclusive = waiting.findIndex(({ together }) => !together);
  const end = firstExclusive === -1 ? waiting.length : Math.max(firstExclusive, 1);
  return waiting.slice(0, Math.min(end, MAX_TOGETHER));
}

/** @returns the changes that must be decided again, in order */
async function commitChanges(changes: readonly Waiting[]): Promise<readonly Waiting[]> {
  const plans = await Promise.all(changes.map(planOrReject));
  const claimed = new Map<string, string | undefined>();
  const retries = await Promise.all(
    changes.map(async (change, place) => {
      const planned = plans[place];
      if (planned === undefined) return [];
      if (collides(planned.claims, claimed)) return [change];
      for (const [name, meaning] of planned.claims) claimed.set(name, meaning);
      return (await commitOrReject(change, planned)) ? [] : [change];
    }),
  );
  return retries.flat();
}

async function planOrReject(change: Waiting): Promise<PlannedChange<void> | undefined> {
  try {
    return await change.plan();
  } catch (error) {
    change.reject(error);
    return undefined;
  }
}

function collides(claims: PlannedChange<void>["claims"], claimed: typeof claims): boolean {
  return claims
    .entries()
    .some(
      ([name, meaning]) =>
        claimed.has(name) && (meaning === undefined || claimed.get(name) !== meaning),
    );
}

/** @returns false if the change must be decided again */
async function commitOrReject(change: Waiting, { commit }: PlannedChange<void>): Promise<boolean> {
  try {
    await commit();
  } catch (error) {
    change.attempts -= 1;
    if (change.attempts > 0 && isCmsError(error) && error.code === "stale") return false;
    change.reject(error);
  }
  return true;
}
