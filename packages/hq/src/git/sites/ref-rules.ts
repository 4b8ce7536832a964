import { type CmsError, isCmsError } from "@loam/cms-core";
import type { GitRepository, Incoming, RefMove } from "@loam/cms-core/git";
import { requireAction, type SiteAction } from "../../api/permissions/permissions.ts";
import type { SiteContext } from "../../people/workspaces/policies.ts";
import type { Push, Unplaced } from "../git-place.ts";

/** Context for placing a push. */
type Placing = Push & Pick<Incoming, "add">;

/** Rules for the refs of a push. */
export interface RefRules {
  /** Returns the target of a move. Called first, and again after losing a race. @throws CmsError `stale` */
  place(move: RefMove, push: Placing): Promise<RefMove | Unplaced>;
  /** Returns the problems of the pushed content, one line each. */
  check(move: RefMove, incoming: GitRepository): Promise<readonly string[]>;
  /** Records what must be known before the ref moves. */
  noting(move: RefMove): Promise<void>;
  /** Runs afterwards. Returns the lines to show to the pusher. */
  landed(move: RefMove): Promise<readonly string[]>;
}

/** Returns why a user has no permission, or undefined. */
export function refusalOf(
  context: Pick<SiteContext, "actor" | "role">,
  action: SiteAction,
): CmsError | undefined {
  try {
    requireAction(context, action);
    return undefined;
  } catch (error) {
    if (isCmsError(error)) return error;
    throw error;
  }
}
