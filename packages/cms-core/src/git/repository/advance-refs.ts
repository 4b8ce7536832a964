import { CmsError, isCmsError } from "../../base/errors.ts";
import { lockRef, type LockOptions, type RefLock } from "../disk/refs.ts";
import { parseOid, parseRef, type Oid } from "../objects/object-id.ts";

/** The move of a ref from its known value. */
export interface RefMove {
  readonly ref: string;
  /** Null if the ref doesn't exist. */
  readonly from: Oid | null;
  readonly to: Oid;
}

/** Wraps the function that moves a ref. */
export type Moving = (move: RefMove, run: () => Promise<void>) => Promise<void>;

interface AdvanceParts extends LockOptions {
  readonly gitDir: string;
  readonly moving: Moving;
  /**
   * Writes the objects that the refs will point to, once every ref is locked and has its expected value. Returns a
   * function that releases them. Absent if the objects already exist.
   */
  readonly land?: () => Promise<() => void>;
}

/**
 * Moves refs to objects that are written along with them. All refs are locked in name order before anything is written.
 * A kill between two moves leaves the later refs unchanged.
 *
 * @throws CmsError `stale` if a ref has another value, `unavailable`, `storage_failed`
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
      if (lock.current !== move.from) throw staleRef(move.ref, lock.current);
    }
    const releasePack = await land?.();
    try {
      await Promise.all(locks.map(({ move, lock }) => lock.prepare(parseOid(move.to))));
      for (const { move, lock } of locks) await moving(move, () => lock.move());
    } finally {
      releasePack?.();
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

export function staleRef(ref: string, current: Oid | null): CmsError {
  return new CmsError("stale", `Someone else updated ${ref}. Read it again, then retry.`, {
    details: { ref, current },
  });
}
