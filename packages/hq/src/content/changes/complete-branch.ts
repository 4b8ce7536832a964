import { type CheckedMerge, openSiteStoreOn, type SiteStore } from "@loam/cms-core/site";

interface PushedBranch {
  readonly siteId: string;
  /** The whole ref. */
  readonly branch: string;
  /** What a merge of it would come to. */
  readonly checked: Pick<CheckedMerge, "incomplete" | "base">;
  readonly now: () => Date;
}

/**
 * Gives the entries on the branch of a change request the id, schema and createdAt that their files leave out, in a
 * commit of its own, as on `main`: whoever reviews them sees, previews and edits them by their ids.
 *
 * @returns how many there were
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
