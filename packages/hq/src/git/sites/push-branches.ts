import type { GitRepository, RefMove } from "@loam/cms-core/git";
import type { SiteStore } from "@loam/cms-core/store";
import type { SiteContext } from "../../people/workspaces/policies.ts";
import type { Site } from "../../people/workspaces/sites.ts";
import { PROPOSED } from "../git-place.ts";
import { issueLine } from "../issue-line.ts";
import { readProposal } from "../read-proposal.ts";
import type { RefRules } from "./ref-rules.ts";

/** A branch as somebody pushed it. */
interface PushedBranch {
  readonly site: Site;
  readonly store: SiteStore;
  /** User id. */
  readonly by: string;
  /** The whole ref. */
  readonly branch: string;
  /** The change request that is to be opened for it. */
  readonly proposed?: ProposedBranch;
}

interface PushedMain extends Pick<PushedBranch, "site" | "store" | "by"> {
  readonly from: string;
  readonly to: string;
}

interface ProposedBranch {
  readonly number: number;
  readonly title: string;
  readonly description: string;
}

/** What becomes of branches that are pushed: change requests. */
export interface Proposals {
  /** A free name for the branch of a new change request. */
  name(
    store: SiteStore,
    siteId: string,
    title: string,
  ): Promise<{ readonly branch: string; readonly number: number }>;
  /** Does what follows from a push to a branch. Returns lines for who pushed. */
  pushed(branch: PushedBranch): Promise<readonly string[]>;
  /** Ends what came to `main` with a push. Returns lines for who pushed. */
  mainPushed(main: PushedMain): Promise<readonly string[]>;
}

interface BranchRules extends RefRules {
  /** Where each of them lands. */
  place(moves: readonly RefMove[]): Promise<readonly RefMove[]>;
}

/**
 * A push to another branch than `main` proposes something: it must be what may stand in a repository. What else is wrong
 * with it is said, and keeps it from being merged.
 */
export function takeBranches(
  { proposals }: { readonly proposals: Proposals },
  store: SiteStore,
  { site, actor }: SiteContext,
): BranchRules {
  let proposed: (ProposedBranch & { readonly branch: string }) | undefined;
  return {
    async check({ ref, from, to }, incoming) {
      const base = await incoming.mergeBase(store.head(), to);
      if (base === undefined) {
        return [`${ref}: it has no commit in common with main; begin a branch at main.`];
      }
      if (ref === PROPOSED) {
        if (base === to) return [`${ref}: there is nothing in it that main has not.`];
        proposed = await propose(incoming, { base, to });
      }
      const before = from ?? base;
      return (await store.checkTree({ incoming, from: before, to })).map((issue) =>
        issueLine(issue),
      );
    },
    place: async (moves) =>
      Promise.resolve(
        moves.map((move) => {
          return move.ref === PROPOSED ? { ...move, ref: proposed?.branch ?? move.ref } : move;
        }),
      ),
    async landed({ ref }) {
      const isProposed = ref === PROPOSED && proposed !== undefined;
      const branch = isProposed ? proposed?.branch : ref;
      return proposals.pushed({
        site,
        store,
        by: actor.userId,
        branch: branch ?? ref,
        ...(isProposed && proposed && { proposed }),
      });
    },
  };

  async function propose(
    incoming: GitRepository,
    { base, to }: { readonly base: string; readonly to: string },
  ): Promise<ProposedBranch & { readonly branch: string }> {
    const words = await readProposal(incoming, { base, to });
    return { ...words, ...(await proposals.name(store, site.id, words.title)) };
  }
}
