import { type FileKind, proposedKinds, type SiteStore } from "@loam/cms-core/site";
import type { SiteContext } from "../../people/workspaces/policies.ts";
import type { Site } from "../../people/workspaces/sites.ts";
import { fileAction } from "../../sites/registry/file-action.ts";
import { PROPOSE_REF, type Unplaced } from "../git-place.ts";
import { issueLine } from "../issue-line.ts";
import { type ChangeText, readChangeText } from "../read-change-text.ts";
import { refusalOf, type RefRules } from "./ref-rules.ts";

/** A pushed branch. */
interface PushedBranch {
  readonly site: Site;
  readonly store: SiteStore;
  /** User id. */
  readonly by: string;
  /** The full ref. */
  readonly branch: string;
  /** The change request to open for it. */
  readonly proposed?: BranchChange;
}

interface PushedMain extends Pick<PushedBranch, "site" | "store" | "by"> {
  readonly from: string;
  readonly to: string;
}

interface BranchChange extends ChangeText {
  readonly number: number;
}

/** Handles change requests of pushed branches. */
export interface PushedBranchHandler {
  /** Returns an unused name for the branch of a new change request. */
  name(
    store: SiteStore,
    siteId: string,
    title: string,
  ): Promise<{ readonly branch: string; readonly number: number }>;
  /** Records who is about to move a branch, and the kinds of files in it that they could not merge into `main`. */
  moving(
    branch: Pick<PushedBranch, "site" | "by" | "branch"> & {
      readonly unvouched: readonly FileKind[];
    },
  ): Promise<void>;
  /** Runs after a push to a branch. Returns the lines to show to the pusher. */
  pushed(branch: PushedBranch): Promise<readonly string[]>;
  /** Marks change requests as merged if a push brought them into `main`. Returns the lines to show to the pusher. */
  mainPushed(main: PushedMain): Promise<readonly string[]>;
  /** Closes the change request of a deleted branch. Returns the lines to show to the pusher. */
  removing(branch: Omit<PushedBranch, "proposed">): Promise<readonly string[]>;
}

/**
 * Rules for branches other than `main`, which propose changes. The content must be allowed in a repository. Other
 * problems are reported and prevent merging. Files that Git hosts and CI systems execute are rejected from users who
 * cannot change them on `main`, because Git hosts execute them on any branch. Other files that the user could not merge
 * are recorded, and keep the branch from being sent to an upstream before it is approved.
 */
export function branchRules(
  { pushedBranches }: { readonly pushedBranches: PushedBranchHandler },
  store: SiteStore,
  context: SiteContext,
): RefRules {
  const { site, actor } = context;
  let proposed: (BranchChange & { readonly branch: string }) | undefined;
  const unvouched = new Map<string, readonly FileKind[]>();
  return {
    async place(move, { incoming, options }) {
      const { ref, to } = move;
      const base = await incoming.mergeBase(store.head(), to);
      if (base === undefined) {
        const line = `${ref}: no commit in common with main. Start the branch from main.`;
        return { lines: [line], refusal: "nothing in common with main" };
      }
      if (ref !== PROPOSE_REF) return move;
      if (base === to) return nothingNew(ref);
      const text = await readChangeText(incoming, { base, to }, options);
      proposed = { ...text, ...(await pushedBranches.name(store, site.id, text.title)) };
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
      await pushedBranches.moving({ site, by, branch, unvouched: unvouched.get(branch) ?? [] });
    },
    async landed({ ref: branch }) {
      const isProposed = proposed !== undefined && branch === proposed.branch;
      return pushedBranches.pushed({
        site,
        store,
        by: actor.userId,
        branch,
        ...(isProposed && proposed && { proposed }),
      });
    },
  };
}

/** @param ref - the pushed ref */
export function nothingNew(ref: string): Unplaced {
  const line = `${ref}: no changes compared to main.`;
  return { lines: [line], refusal: "nothing new" };
}
