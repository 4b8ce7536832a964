import { type CheckedMerge, openSiteStoreOn, type SiteStore } from "@loam/cms-core/site";

interface PushedBranch {
  readonly siteId: string;
  /** The full ref. */
  readonly branch: string;
  /** The checked merge of the branch. */
  readonly checked: Pick<CheckedMerge, "incomplete" | "base">;
  readonly now: () => Date;
}

/**
 * Adds missing ids, schemas, and createdAt times to entries on the branch of a change request, in a separate commit, as
 * on `main`. Reviewers can then preview and edit them by id.
 *
 * @returns the number of completed entries
 */
export async function completeBranch(
  { repository, head }: SiteStore,
  { siteId, branch, checked, now }: PushedBranch,
): Promise<number> {
  const { incomplete: paths, base: since } = checked;
  if (paths.length === 0) return 0;
  const store = await openSiteStoreOn(repository, { siteId, branch, now });
  const { changed } = await store.completePushed({ paths, since, meanwhile: head() });
  return changed ? paths.length : 0;
}
