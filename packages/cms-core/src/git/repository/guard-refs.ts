import { LRUCache } from "lru-cache";
import { isCmsError } from "../../base/errors.ts";
import { createKeyedMutex } from "../../base/lock.ts";
import { readRef, type LockOptions } from "../disk/refs.ts";
import { parseRef, type Oid } from "../objects/object-id.ts";
import { areAncestors } from "../read/first-parents.ts";
import { advanceRefs, type Moving, type RefMove } from "./advance-refs.ts";

const OWN_MOVES = 1024;
const LOST = "refs/loam/lost";
const BRANCHES = "refs/heads/";

/** A ref that others deleted or moved to a commit that isn't a descendant of its previous value. */
export interface Rewrite {
  readonly ref: string;
  readonly from: Oid;
  /** Undefined if the ref was deleted. */
  readonly to: Oid | undefined;
  /** Whether the previous value was restored. */
  readonly undone: boolean;
  /** The ref that keeps the commit that this one no longer reaches. */
  readonly kept?: string;
}

interface GuardOptions {
  /** How to handle a move to a commit that isn't a descendant. Deletions are always undone. */
  readonly rewrites: "accept" | "undo";
  /** Last known value of the ref before the repository was opened, if any. */
  readonly since?: Oid | undefined;
}

/** Tracks the values of refs, so that nothing is lost when others move them outside Loam. */
export interface RefGuard {
  /**
   * Returns the value of a ref after recovering from changes by others: a commit that becomes unreachable, the old or
   * the new one, is kept by a ref below `refs/loam/lost`.
   *
   * @throws CmsError `unavailable` (the ref stays locked), `storage_failed`
   */
  readonly head: (ref: string, options: GuardOptions) => Promise<Oid | undefined>;
  /** Wraps each move of a ref by this process. */
  readonly moving: Moving;
  /** Whether others moved a ref since `head` was last called for it; false if it never was. */
  readonly isMoved: (ref: string) => boolean;
  /** Returns the rewrites since the last call. */
  readonly takeRewrites: () => readonly Rewrite[];
}

export function createRefGuard(gitDir: string, lock: LockOptions): RefGuard {
  const knownValues = new Map<string, Oid>();
  /** Moves of this process: previous commit by new commit. */
  const own = new LRUCache<Oid, Oid>({ max: OWN_MOVES });
  const mutex = createKeyedMutex<string>();
  let rewrites: Rewrite[] = [];

  function isOwnWay(from: Oid, to: Oid | undefined): boolean {
    let at = to;
    while (at !== undefined && at !== from) at = own.peek(at);
    return at === from;
  }

  async function checkRef(ref: string, options: GuardOptions): Promise<Oid | undefined> {
    for (;;) {
      const known = knownValues.get(ref);
      const from = known ?? options.since;
      const to = readRef(gitDir, ref);
      const isFine =
        from === undefined || isOwnWay(from, to) || (await isBuiltOn(gitDir, from, to));
      const rewrite = isFine
        ? undefined
        : await recoverRefMove(gitDir, { ref, from, to, ...options }, lock);
      // The ref moved again in the meantime.
      if (rewrite === "moved") continue;
      if (rewrite !== undefined) rewrites.push(rewrite);
      const head = rewrite?.undone === true ? from : to;
      // A move by this process in the meantime is newer.
      if (head !== undefined && knownValues.get(ref) === known) knownValues.set(ref, head);
      return head;
    }
  }

  return {
    head: async (ref, options) => mutex.run(ref, () => checkRef(parseRef(ref), options)),
    moving: async ({ ref, from, to }, run) => {
      // Others may see the new value before it is on the disk.
      if (from !== null) own.set(to, from);
      await run();
      const known = knownValues.get(ref);
      if (known === undefined || isOwnWay(known, from ?? undefined)) knownValues.set(ref, to);
    },
    isMoved: (ref) => {
      const from = knownValues.get(ref);
      return from !== undefined && !isOwnWay(from, readRef(gitDir, ref));
    },
    takeRewrites: () => {
      const previous = rewrites;
      rewrites = [];
      return previous;
    },
  };
}

/** Also true if Git no longer has the commit, because then nothing can be kept. */
async function isBuiltOn(gitDir: string, from: Oid, to: Oid | undefined): Promise<boolean> {
  if (to !== undefined && (await areAncestors(gitDir, [from], to))) return true;
  return !(await areAncestors(gitDir, [from], from));
}

/** Returns the name of the ref that keeps a commit which a branch no longer reaches. */
export function lostRef(branch: string, commit: Oid): string {
  const name = branch.startsWith(BRANCHES) ? branch.slice(BRANCHES.length) : branch;
  return parseRef(`${LOST}/${name}/${commit}`);
}

interface ObservedRefMove extends Pick<GuardOptions, "rewrites"> {
  readonly ref: string;
  readonly from: Oid;
  readonly to: Oid | undefined;
}

async function recoverRefMove(
  gitDir: string,
  { ref, from, to, rewrites }: ObservedRefMove,
  lock: LockOptions,
): Promise<Rewrite | "moved"> {
  if (to === undefined) {
    const undone = await moveRef(gitDir, { ref, from: null, to: from }, lock);
    return undone ? { ref, from, to, undone } : "moved";
  }
  const undo = rewrites === "undo";
  const lost = undo ? to : from;
  const backupRef = lostRef(ref, lost);
  await moveRef(gitDir, { ref: backupRef, from: null, to: lost }, lock);
  if (undo && !(await moveRef(gitDir, { ref, from: to, to: from }, lock))) return "moved";
  return { ref, from, to, undone: undo, kept: backupRef };
}

/** Moves a ref durably. Returns false if its value isn't `from`. */
async function moveRef(gitDir: string, move: RefMove, lock: LockOptions): Promise<boolean> {
  try {
    await advanceRefs([move], { gitDir, ...lock, moving: async (_move, run) => run() });
    return true;
  } catch (error) {
    if (isCmsError(error) && error.code === "stale") return false;
    throw error;
  }
}
