import type { ListedCommit } from "@loam/cms-core/git";
import { compareCommits, type CommitChanges } from "@loam/cms-core/history";
import type { CheckedMerge, SiteStore } from "@loam/cms-core/store";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { tipOf } from "./change-branch.ts";
import type { Change } from "./changes.ts";
import { listReviews, type Review } from "./reviews.ts";

const MOST_COMMITS = 200;

/** What keeps a change request from being merged. */
export type Blocker =
  | "conflicts"
  | "issues"
  | "nothing_to_merge"
  | "approval_missing"
  | "changes_requested";

/** What a change request changes, and what merging it would come to. */
export interface ReadChange {
  readonly head: string;
  readonly base: string;
  readonly commits: readonly ListedCommit[];
  readonly changes: CommitChanges;
  readonly reviews: readonly Review[];
  /** Absent for one that is over. */
  readonly merge?: { readonly checked: CheckedMerge; readonly blockedBy: readonly Blocker[] };
}

interface ReadParts {
  readonly database: ControlDatabase;
  readonly store: SiteStore;
  readonly reviewRequired: boolean;
}

/** @throws CmsError `conflict` when its branch is gone, or has nothing in common with `main` */
export async function readChange(
  { database, store, reviewRequired }: ReadParts,
  change: Change,
): Promise<ReadChange> {
  const { repository } = store;
  const reviews = await listReviews(database, change);
  if (change.end !== undefined) {
    return { ...(await difference(store, change.end)), reviews };
  }
  const head = await tipOf(repository, change);
  await store.refresh();
  const checked = await store.checkMerge(head);
  const { base } = checked;
  const review = reviewBlocker(change, { head, reviews, reviewRequired });
  const blockedBy = [
    ...(checked.isMerged ? (["nothing_to_merge"] as const) : []),
    ...(checked.conflicts.length > 0 ? (["conflicts"] as const) : []),
    ...(checked.issues.length > 0 ? (["issues"] as const) : []),
    ...(review === undefined ? [] : [review]),
  ];
  return { ...(await difference(store, { base, head })), reviews, merge: { checked, blockedBy } };
}

interface Reviewed {
  readonly head: string;
  readonly reviews: readonly Review[];
  readonly reviewRequired: boolean;
}

/** Verdicts count for the commit that was looked at, and nobody approves their own change. */
export function reviewBlocker(
  { createdBy }: Change,
  { head, reviews, reviewRequired }: Reviewed,
): Blocker | undefined {
  const current = reviews.filter((review) => review.head === head && review.userId !== createdBy);
  if (current.some(({ verdict }) => verdict === "changes_requested")) return "changes_requested";
  if (!reviewRequired || current.some(({ verdict }) => verdict === "approved")) return undefined;
  return "approval_missing";
}

async function difference(
  store: SiteStore,
  { base, head }: { readonly base: string; readonly head: string },
): Promise<Pick<ReadChange, "base" | "head" | "commits" | "changes">> {
  const { repository } = store;
  const [commits, changes] = await Promise.all([
    repository.commitsBetween({ from: base, to: head, limit: MOST_COMMITS }),
    compareCommits(repository, { from: base, to: head, site: store.site() }),
  ]);
  return { base, head, commits, changes };
}
