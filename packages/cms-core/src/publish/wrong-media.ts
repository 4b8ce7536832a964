import { isCmsError, type Issue } from "../base/errors.ts";
import { mediaPath } from "../content/layout.ts";
import { parseMediaFile } from "../content/media-file.ts";
import type { SiteStore } from "../store/site-store.ts";
import type { DraftEntry, PublishDraft } from "./publish-draft.ts";

/** Ids of the media that stand where only images may, and are none. */
export async function findWrongMedia(
  { repository }: SiteStore,
  { entries, shared }: PublishDraft,
): Promise<ReadonlySet<string>> {
  const records = new Map<string, string>();
  for (const { links } of entries) {
    for (const { accept, id } of links) {
      const oid = accept === "image" ? shared.get(mediaPath(id)) : undefined;
      if (oid !== undefined) records.set(id, oid);
    }
  }
  const blobs = await repository.readBlobs([...records.values()]);
  const wrong = [...records.keys()].filter((id, place) => !isImage(id, blobs[place] ?? NOTHING));
  return new Set(wrong);
}

const NOTHING = new Uint8Array();
/** A record as HQ prints it says so in a line of its own; a release may show thousands. */
const PRINTED = /^mimeType: image\//m;

/** What is wrong with a record that cannot be read is said by others. */
function isImage(id: string, bytes: Uint8Array): boolean {
  if (PRINTED.test(Buffer.from(bytes).toString("latin1"))) return true;
  try {
    return parseMediaFile(bytes, mediaPath(id)).mimeType.startsWith("image/");
  } catch (error) {
    if (isCmsError(error)) return true;
    throw error;
  }
}

/** An issue for each place of an entry that takes images and shows something else. */
export function wrongMediaIssues(
  { links, ref: { path } }: DraftEntry,
  wrong: ReadonlySet<string>,
): Issue[] {
  return links
    .filter(({ accept, id }) => accept === "image" && wrong.has(id))
    .map(({ id, field }) => ({
      code: "invalid_entry",
      message: `${field} shows the file ${id}, which is no image; it takes images.`,
      path,
      field,
    }));
}
