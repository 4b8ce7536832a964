import { type FileKind, proposedKinds, type SiteStore } from "@loam/cms-core/site";
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
  /** Notes who is about to move a branch, and the kinds of files in it that they could not bring to `main`. */
  moving(
    branch: Pick<PushedBranch, "site" | "by" | "branch"> & {
      readonly unvouched: readonly FileKind[];
    },
  ): Promise<void>;
  /** Does what follows from a push to a branch. Returns lines for who pushed. */
  pushed(branch: PushedBranch): Promise<readonly string[]>;
  /** Ends what came to `main` with a push. Returns lines for who pushed. */
  mainPushed(main: PushedMain): Promise<readonly string[]>;
  /** Closes the change request of a branch that is removed. Returns lines for who pushed. */
  removing(branch: Omit<PushedBranch, "proposed">): Promise<readonly string[]>;
}

/**
 * A push to another branch than `main` proposes something: it must be what may stand in a repository. What else is wrong
 * with it is said, and keeps it from being merged. Files that Git hosts and CI systems obey are refused from whoever may
 * not change them on `main`: a Git host obeys them on any branch. Other files that the person could not merge are noted,
 * and keep the branch from being sent to an upstream before somebody approves it.
 */
export function takeBranches(
  { proposals }: { readonly proposals: Proposals },
  store: SiteStore,
  context: SiteContext,
): RefRules {
  const { site, actor } = context;
  let proposed: (ProposedBranch & { readonly branch: string }) | undefined;
  const unvouched = new Map<string, readonly FileKind[]>();
  return {
    async place(move, { incoming, options }) {
      const { ref, to } = move;
      const base = await incoming.mergeBase(store.head(), to);
      if (base === undefined) {
        const line = `${ref}: no commit in common with main. Start the branch from main.`;
        return { lines: [line], refusal: "nothing in common with main" };
      }
      if (ref !== PROPOSED) return move;
      if (base === to) return nothingNew(ref);
      const words = await readProposal(incoming, { base, to }, options);
      proposed = { ...words, ...(await proposals.name(store, site.id, words.title)) };
      return { ref: proposed.branch, from: null, to };
    },
    async check({ ref, from, to }, incoming) {
      const base = await incoming.mergeBase(store.head(), to);
      const before = from ?? base;
      const pushed = { incoming, to, ...(before !== undefined && { from: before }) };
      const issues = await store.checkTree(pushed);
      if (issues.length > 0) return issues.map((issue) => issueLine(issue));
      const commits = { base, known: from ?? undefined, to };
      const kinds = await proposedKinds(incoming, commits, store.site());
      const refused = [...kinds].flatMap(([kind, path]) => {
        const refusal = refusalOf(context, fileAction(kind));
        return refusal === undefined ? [] : [{ kind, path, refusal }];
      });
      unvouched.set(
        ref,
        refused.map(({ kind }) => kind),
      );
      return refused
        .filter(({ kind }) => kind === "forge")
        .map(({ path, refusal }) => `${path}: forbidden: ${refusal.message}`);
    },
    async noting({ ref: branch }) {
      const by = actor.userId;
      await proposals.moving({ site, by, branch, unvouched: unvouched.get(branch) ?? [] });
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

/** @param ref - as it was pushed */
export function nothingNew(ref: string): Unplaced {
  const line = `${ref}: no changes compared to main.`;
  return { lines: [line], refusal: "nothing new" };
}
