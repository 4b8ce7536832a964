import { CmsError } from "../../base/errors.ts";
import { LIMITS } from "../../model/limits.ts";
import type { MediaSaveOptions } from "../../site/save/save-media.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { changingPublished } from "../branch/commit-published.ts";
import { findMediaUsers, type MediaUser } from "../branch/media-users.ts";

export interface DeletedMedia {
  /** The commit that removed the record. */
  readonly commit: string;
  /** Entries of `main` that still show it: a publish of them warns of it. */
  readonly drafts: readonly MediaUser[];
}

/**
 * Removes a media record from `main`, in one commit, unless something published shows it. The binary stays
 * until a sweep of media storage finds that no branch speaks of it, so a restored record finds it again.
 *
 * @throws CmsError `media_in_use` with the published entries in `details.entries`, `not_found`, `stale`
 */
export async function deleteMedia(
  store: SiteStore,
  id: string,
  options: MediaSaveOptions,
): Promise<DeletedMedia> {
  // No publish may begin to show it between the question and the commit.
  return changingPublished(store.repository, async () => {
    const { published, working } = await findMediaUsers(store, id);
    const [first] = published;
    if (first !== undefined) throw inUse(id, first, published);
    const commit = await store.removeMedia(id, options);
    return { commit, drafts: working };
  });
}

function inUse(id: string, first: MediaUser, entries: readonly MediaUser[]): CmsError {
  const others = entries.length > 1 ? ` and ${entries.length - 1} more` : "";
  return new CmsError(
    "media_in_use",
    `The file is shown by ${first.type}/${first.slug}${others}, which is live. Unpublish it or publish it without the file first.`,
    { details: { id, entries: entries.slice(0, LIMITS.issuesReported) } },
  );
}
