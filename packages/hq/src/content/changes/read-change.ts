import type { MediaRecord } from "@loam/cms-core";
import type { GitRepository, ListedCommit } from "@loam/cms-core/git";
import { compareCommits, type CommitChanges } from "@loam/cms-core/history";
import { type CheckedMerge, readMediaAt, type SiteStore } from "@loam/cms-core/site";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { referencedUserIds } from "./change-answer.ts";
import { branchHead } from "./change-branch.ts";
import { type Change, isOwn } from "./changes.ts";
import { recoverMerge } from "./find-merged.ts";
import { addUnseenCounts, type ListedChange } from "./list-changes.ts";
import { type NamedPerson, namePeople } from "./review/mentions.ts";
import { listViewed } from "./review/reading-marks.ts";
import { listReviews, type Review } from "./review/reviews.ts";

const MAX_COMMITS = 200;

/** A reason why a change request cannot be merged. */
export type Blocker =
  | "draft"
  | "conflicts"
  | "issues"
  | "nothing_to_merge"
  | "approval_missing"
  | "changes_requested";

/** The changes of a change request and the expected result of merging. */
export interface ReadChange {
  readonly change: Change;
  readonly head: string;
  readonly base: string;
  /** Whether its commits were pruned some time after it was closed, so its changes are unknown. */
  readonly isPruned: boolean;
  readonly commits: readonly ListedCommit[];
  readonly changes: CommitChanges;
  readonly reviews: readonly Review[];
  /** Absent for an ended change request. */
  readonly merge?: { readonly checked: CheckedMerge; readonly blockedBy: readonly Blocker[] };
}

interface ReadParts {
  readonly database: ControlDatabase;
  readonly store: SiteStore;
  readonly reviewRequired: boolean;
}

/** @throws CmsError `conflict` if its branch was removed or has no common history with `main` */
export async function readChange(
  { database, store, reviewRequired }: ReadParts,
  change: Change,
): Promise<ReadChange> {
  const { repository } = store;
  const reviews = await listReviews(database, change);
  if (change.end !== undefined) {
    return { ...(await difference(store, change.end)), change, reviews };
  }
  const head = await branchHead(repository, change);
  await store.refresh();
  const checked = await store.checkMerge(head);
  if (checked.isMerged) {
    const ended = await recoverMerge({ database, repository }, change);
    if (ended !== undefined) return readChange({ database, store, reviewRequired }, ended);
  }
  const { base } = checked;
  const blockedBy = mergeBlockers(change, checked, { head, reviews, reviewRequired });
  const differs = await difference(store, { base, head });
  return { ...differs, change, reviews, merge: { checked, blockedBy } };
}

/** Returns everything that prevents merging a change request. */
export function mergeBlockers(
  change: Change,
  checked: {
    readonly isMerged: boolean;
    readonly conflicts: readonly unknown[];
    readonly issues: readonly unknown[];
  },
  reviewed: Reviewed,
): Blocker[] {
  const review = reviewBlocker(change, reviewed);
  return [
    ...(change.draft ? (["draft"] as const) : []),
    ...(checked.isMerged ? (["nothing_to_merge"] as const) : []),
    ...(checked.conflicts.length > 0 ? (["conflicts"] as const) : []),
    ...(checked.issues.length > 0 ? (["issues"] as const) : []),
    ...(review === undefined ? [] : [review]),
  ];
}

interface Reviewed {
  readonly head: string;
  readonly reviews: readonly Review[];
  readonly reviewRequired: boolean;
}

/** Reviews count only for the reviewed commit, and no one can approve their own change. */
export function reviewBlocker(
  change: Change,
  { head, reviews, reviewRequired }: Reviewed,
): Blocker | undefined {
  const current = reviews.filter((review) => review.head === head && !isOwn(change, review.userId));
  if (current.some(({ verdict }) => verdict === "changes_requested")) return "changes_requested";
  if (!reviewRequired || current.some(({ verdict }) => verdict === "approved")) return undefined;
  return "approval_missing";
}

async function difference(
  store: SiteStore,
  { base, head }: { readonly base: string; readonly head: string },
): Promise<Pick<ReadChange, "base" | "head" | "isPruned" | "commits" | "changes">> {
  const { repository } = store;
  if (!(await repository.areAncestors([head], head))) {
    return { base, head, isPruned: true, commits: [], changes: NOTHING };
  }
  const [commits, changes] = await Promise.all([
    repository.commitsBetween({ from: base, to: head, limit: MAX_COMMITS }),
    compareCommits(repository, { from: base, to: head, site: store.site() }),
  ]);
  return { base, head, isPruned: false, commits, changes };
}

const NOTHING: CommitChanges = { entries: [], media: [], types: [], files: [] };

/** A change request as one user sees it. */
export interface ViewedChange {
  readonly change: ListedChange;
  readonly people: readonly NamedPerson[];
  /** Paths that the user has marked as viewed in their current version. */
  readonly viewed: ReadonlySet<string>;
}

/** Returns what is new in a change request to a user, what they have viewed, and the names of its people. */
export async function viewChange(
  parts: { readonly database: ControlDatabase; readonly repository: GitRepository },
  {
    change,
    head,
    userId,
  }: { readonly change: Change; readonly head: string; readonly userId: string },
): Promise<ViewedChange> {
  const { database, repository } = parts;
  const onlooker = { repository: change.repository, userId, refs: await repository.listRefs() };
  const [listed] = await addUnseenCounts(database, onlooker, [change]);
  if (listed === undefined) throw new Error("A change request was deleted while it was read.");
  return {
    change: listed,
    people: await namePeople(database, referencedUserIds(listed)),
    viewed: await viewedAt(parts, { change, head, userId }),
  };
}

/** Returns the paths that a user has marked as viewed in their version at a commit. */
async function viewedAt(
  {
    database,
    repository,
  }: { readonly database: ControlDatabase; readonly repository: GitRepository },
  {
    change,
    head,
    userId,
  }: { readonly change: Change; readonly head: string; readonly userId: string },
): Promise<ReadonlySet<string>> {
  const ticks = await listViewed(database, { ...change, userId });
  const blobs = await repository.findFiles(
    head,
    ticks.map(({ path }) => path),
  );
  const unchanged = ticks.filter(({ path, blob }) => (blobs.get(path) ?? "") === blob);
  return new Set(unchanged.map(({ path }) => path));
}

/** Returns a media record on the branch of a change request, or at its merge base. @throws CmsError `not_found` */
export async function readChangedMedia(
  store: SiteStore,
  change: Change,
  { id, side }: { readonly id: string; readonly side: "before" | "after" },
): Promise<MediaRecord> {
  const { repository } = store;
  const head = change.end?.head ?? (await branchHead(repository, change));
  if (side === "after") return readMediaAt(repository, head, id);
  const base = change.end?.base ?? (await repository.mergeBase(head, store.head()));
  return readMediaAt(repository, base ?? head, id);
}
