import { CmsError } from "../../base/errors.ts";
import { mediaPath } from "../../content/site/layout.ts";
import { LIMITS } from "../../model/limits.ts";
import type { MediaSaveOptions } from "../../site/save/save-media.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { commitPublished } from "../branch/commit-published.ts";
import { findMediaUsers, type MediaUser } from "../branch/media-users.ts";
import { enqueueChange } from "../branch/publish-queue.ts";
import { readPublishedTree } from "../branch/published-tree.ts";

export interface DeletedMedia {
  /** The commit that removed the record. */
  readonly commit: string;
  /** Entries of `main` that still show the media; publishing them causes a warning. */
  readonly drafts: readonly MediaUser[];
}

/**
 * Removes a media record from `main` and `published`, unless a published entry shows it. The binary stays until a sweep
 * of media storage finds that no branch refers to it, so a restored record finds it again.
 *
 * @throws CmsError `media_in_use` with the published entries in `details.entries`, `not_found`, `stale`
 */
export async function deleteMedia(
  store: SiteStore,
  id: string,
  options: MediaSaveOptions,
): Promise<DeletedMedia> {
  // No publish can start to show the media between the check and the commit.
  return enqueueChange(store.repository, async () => {
    const { published, working } = await findMediaUsers(store, id);
    const [first] = published;
    if (first !== undefined) throw mediaInUseError(id, first, published);
    await withdrawRecord(store, id, options);
    const commit = await store.removeMedia(id, options);
    return { commit, drafts: working };
  });
}

/**
 * Records that were once live stay on `published`, where the next publish of an entry that names one would find it. A
 * kill after this loses nothing, because the record isn't live.
 */
async function withdrawRecord(
  { repository, site }: SiteStore,
  id: string,
  { actor }: MediaSaveOptions,
): Promise<void> {
  const tree = await readPublishedTree(repository);
  const path = mediaPath(id);
  if (!(await tree.blobsAt([path])).has(path)) return;
  await commitPublished(repository, tree, {
    files: new Map([[path, null]]),
    records: [],
    action: "unpublish",
    message: `Unpublish the media file ${id}`,
    siteId: site().id,
    actor,
    when: new Date(),
  });
}

function mediaInUseError(id: string, first: MediaUser, entries: readonly MediaUser[]): CmsError {
  const others = entries.length > 1 ? ` and ${entries.length - 1} more` : "";
  return new CmsError(
    "media_in_use",
    `The live entry ${first.type}/${first.slug}${others} uses this file. Unpublish it, or publish it without the file first.`,
    { details: { id, entries: entries.slice(0, LIMITS.issuesReported) } },
  );
}
