import { CmsError, isCmsError } from "../../base/errors.ts";
import { lockRef, type LockOptions, type RefLock } from "../disk/refs.ts";
import { parseOid, parseRef, type Oid } from "../objects/object-id.ts";

/** A ref that is to be moved from where it is known to stand. */
export interface RefMove {
  readonly ref: string;
  /** Null: it does not exist. */
  readonly from: Oid | null;
  readonly to: Oid;
}

/** Runs what moves a ref. */
export type Moving = (move: RefMove, run: () => Promise<void>) => Promise<void>;

interface AdvanceParts extends LockOptions {
  readonly gitDir: string;
  readonly moving: Moving;
  /**
   * Puts the objects that the refs are to lead to on the disk, once every ref is locked and stands where it should;
   * returns what lets go of them. Absent where they are there.
   */
  readonly land?: () => Promise<() => void>;
}

/**
 * Moves refs to objects that come with them. All are locked, in the order of their names, before anything is written; a
 * kill between two of them leaves the later ones where they were.
 *
 * @throws CmsError `stale` when one stands elsewhere, `unavailable`, `storage_failed`
 */
export async function advanceRefs(
  moves: readonly RefMove[],
  { gitDir, moving, land, ...options }: AdvanceParts,
): Promise<void> {
  const locks: { readonly move: RefMove; readonly lock: RefLock }[] = [];
  try {
    for (const move of moves.toSorted((a, b) => (a.ref < b.ref ? -1 : 1))) {
      const lock = await lockRef(gitDir, parseRef(move.ref), options);
      locks.push({ move, lock });
      if (lock.current !== move.from) throw movedMeanwhile(move.ref, lock.current);
    }
    const letGo = await land?.();
    try {
      await Promise.all(locks.map(({ move, lock }) => lock.prepare(parseOid(move.to))));
      for (const { move, lock } of locks) await moving(move, () => lock.move());
    } finally {
      letGo?.();
    }
  } catch (cause) {
    if (isCmsError(cause)) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const refs = moves.map(({ ref }) => ref).join(", ");
    throw new CmsError("storage_failed", `${refs} could not be updated: ${reason}`, { cause });
  } finally {
    for (const { lock } of locks) lock.release();
  }
}

export function movedMeanwhile(ref: string, current: Oid | null): CmsError {
  return new CmsError("stale", `Someone else updated ${ref}. Read it again, then retry.`, {
    details: { ref, current },
  });
}
