import { type CmsError, isCmsError } from "@loam/cms-core";
import type { GitRepository, Incoming, RefMove } from "@loam/cms-core/git";
import { requireAction, type SiteAction } from "../../api/permissions/permissions.ts";
import type { SiteContext } from "../../people/workspaces/policies.ts";
import type { Push, Unplaced } from "../git-place.ts";

/** What a push is placed with. */
type Placing = Push & Pick<Incoming, "add">;

/** What becomes of the refs of a push. */
export interface RefRules {
  /** Where a move lands; it is asked before anything else, and again where somebody was faster. @throws CmsError `stale` */
  place(move: RefMove, push: Placing): Promise<RefMove | Unplaced>;
  /** What is wrong with what is pushed to a ref, a line for each problem. */
  check(move: RefMove, incoming: GitRepository): Promise<readonly string[]>;
  /** Keeps what has to be known before the ref moves. */
  noting(move: RefMove): Promise<void>;
  /** Does what follows; lines for who pushed. */
  landed(move: RefMove): Promise<readonly string[]>;
}

/** Why somebody may not do something, undefined where they may. */
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
