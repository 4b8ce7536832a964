import type { GitRepository, RefMove } from "@loam/cms-core/git";
import { isForgePath, type SiteStore } from "@loam/cms-core/site";
import type { SiteContext } from "../../people/workspaces/policies.ts";
import type { Site } from "../../people/workspaces/sites.ts";
import { fileAction } from "../../sites/registry/file-action.ts";
import { PROPOSED, type Unplaced } from "../git-place.ts";
import { issueLine } from "../issue-line.ts";
import { type ProposalWords, readProposal } from "../read-proposal.ts";
import { refusalOf, type RefRules } from "./ref-rules.ts";

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

interface ProposedBranch extends ProposalWords {
  readonly number: number;
}

/** What becomes of branches that are pushed: change requests. */
export interface Proposals {
  /** A free name for the branch of a new change request. */
  name(
    store: SiteStore,
    siteId: string,
    title: string,
  ): Promise<{ readonly branch: string; readonly number: number }>;
  /** Notes who is about to move a branch. */
  moving(branch: Pick<PushedBranch, "site" | "by" | "branch">): Promise<void>;
  /** Does what follows from a push to a branch. Returns lines for who pushed. */
  pushed(branch: PushedBranch): Promise<readonly string[]>;
  /** Ends what came to `main` with a push. Returns lines for who pushed. */
  mainPushed(main: PushedMain): Promise<readonly string[]>;
  /** Closes the change request of a branch that is removed. Returns lines for who pushed. */
  removing(branch: Omit<PushedBranch, "proposed">): Promise<readonly string[]>;
}

/**
 * A push to another branch than `main` proposes something: it must be what may stand in a repository. What else is wrong
 * with it is said, and keeps it from being merged.
 */
export function takeBranches(
  { proposals }: { readonly proposals: Proposals },
  store: SiteStore,
  context: SiteContext,
): RefRules {
  const { site, actor } = context;
  let proposed: (ProposedBranch & { readonly branch: string }) | undefined;
  return {
    async place(move, { incoming, options }) {
      const { ref, to } = move;
      const base = await incoming.mergeBase(store.head(), to);
      if (base === undefined) {
        const line = `${ref}: it has no commit in common with main; begin a branch at main.`;
        return { lines: [line], refusal: "nothing in common with main" };
      }
      if (ref !== PROPOSED) return move;
      if (base === to) return nothingNew(ref);
      const words = await readProposal(incoming, { base, to }, options);
      proposed = { ...words, ...(await proposals.name(store, site.id, words.title)) };
      return { ref: proposed.branch, from: null, to };
    },
    async check({ from, to }, incoming) {
      const base = await incoming.mergeBase(store.head(), to);
      const before = from ?? base;
      const pushed = { incoming, to, ...(before !== undefined && { from: before }) };
      const issues = await store.checkTree(pushed);
      if (issues.length > 0) return issues.map((issue) => issueLine(issue));
      return forgeLines(context, incoming, { base, from, to });
    },
    async landed({ ref: branch }) {
      const isProposed = proposed !== undefined && branch === proposed.branch;
      return proposals.pushed({
        site,
        store,
        by: actor.userId,
        branch,
        ...(isProposed && proposed && { proposed }),
      });
    },
  };
}

/**
 * What a forge runs, it may run of any branch, and those of open change requests are pushed there: whoever may not change
 * such a file on `main` does not propose it either. What `main` or the branch has already is no change.
 */
async function forgeLines(
  context: SiteContext,
  incoming: GitRepository,
  { base, from, to }: Pick<RefMove, "from" | "to"> & { readonly base: string | undefined },
): Promise<readonly string[]> {
  const refusal = refusalOf(context, fileAction("forge"));
  if (refusal === undefined) return [];
  const changedSince = async (commit: string | undefined): Promise<readonly string[]> => {
    const changes = await incoming.changedFiles(commit, to);
    return changes.flatMap(({ path }) => (isForgePath(path) ? [path] : []));
  };
  const changed = await changedSince(base);
  if (changed.length === 0) return [];
  const anew = new Set(from === null ? changed : await changedSince(from));
  return changed
    .filter((path) => anew.has(path))
    .map((path) => `${path}: forbidden: ${refusal.message}`);
}

/** @param ref - as it was pushed */
export function nothingNew(ref: string): Unplaced {
  const line = `${ref}: there is nothing in it that main has not.`;
  return { lines: [line], refusal: "nothing new" };
}
