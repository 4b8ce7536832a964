import { isCmsError, type Issue } from "../base/errors.ts";
import { isStored } from "../media/ingest-note.ts";
import type { MediaStorage } from "../media/media-storage.ts";
import type { NewMediaRecords } from "./new-media-records.ts";
import type { DraftEntry } from "./publish-draft.ts";

/** Media ids whose binaries, or one of whose copies, media storage does not have. */
export async function findMissingMedia(
  records: NewMediaRecords,
  storage: Pick<MediaStorage, "has">,
): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  for (const [id, record] of records) {
    if (!isCmsError(record) && !(await isStored(record, storage))) missing.add(id);
  }
  return missing;
}

/** An issue for each place of an entry where a binary is missing. */
export function missingMediaIssues(
  { links, ref: { path } }: DraftEntry,
  missing: ReadonlySet<string>,
): Issue[] {
  return links
    .filter(({ kind, id }) => kind === "media" && missing.has(id))
    .map(({ id, field }) => ({
      code: "media_missing",
      message: `${field} shows the media file ${id}, whose binary or a copy of it is not in media storage; upload it again.`,
      path,
      field,
    }));
}
