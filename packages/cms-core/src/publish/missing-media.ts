import { isCmsError, type Issue } from "../base/errors.ts";
import { mediaPath } from "../content/layout.ts";
import { parseMediaFile } from "../content/media-file.ts";
import { isStored } from "../media/ingest-note.ts";
import type { MediaStorage } from "../media/media-storage.ts";
import type { SiteStore } from "../store/site-store.ts";
import type { DraftEntry, PublishDraft } from "./publish-draft.ts";

/**
 * Media ids whose binaries, or one of whose copies, media storage does not have. Records that are live as
 * they are were looked at when they came there.
 */
export async function findMissingMedia(
  { repository }: SiteStore,
  { entries, shared, tree }: PublishDraft,
  storage: Pick<MediaStorage, "has">,
): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  const ids = new Set(entries.flatMap(({ links }) => links.filter(isMedia).map(({ id }) => id)));
  const live = await tree.blobsAt([...ids].map(mediaPath));
  for (const id of ids) {
    const path = mediaPath(id);
    const oid = shared.get(path);
    if (oid === undefined || live.get(path) === oid) continue;
    const bytes = await repository.readBlob(oid);
    if (!(await isThere(bytes, path, storage))) missing.add(id);
  }
  return missing;
}

/** A record that cannot be read leads to no binary; the index says what is wrong with it. */
async function isThere(
  bytes: Uint8Array,
  path: string,
  storage: Pick<MediaStorage, "has">,
): Promise<boolean> {
  try {
    return await isStored(parseMediaFile(bytes, path), storage);
  } catch (error) {
    if (isCmsError(error) && error.code === "invalid_media_record") return false;
    throw error;
  }
}

/** An issue for each place of an entry where a binary is missing. */
export function missingMediaIssues(
  { links, ref: { path } }: DraftEntry,
  missing: ReadonlySet<string>,
): Issue[] {
  return links
    .filter((link) => isMedia(link) && missing.has(link.id))
    .map(({ id, field }) => ({
      code: "media_missing",
      message: `${field} shows the media file ${id}, whose binary or a copy of it is not in media storage; upload it again.`,
      path,
      field,
    }));
}

function isMedia({ kind }: { readonly kind: string }): boolean {
  return kind === "media";
}
