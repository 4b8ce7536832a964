import { isCmsError, type CmsError, type Issue } from "../base/errors.ts";
import { mediaPath } from "../content/layout.ts";
import { parseMediaFile } from "../content/media-file.ts";
import type { MediaRecord } from "../model/media.ts";
import type { SiteStore } from "../store/site-store.ts";
import type { DraftEntry, PublishDraft } from "./publish-draft.ts";

/** By media id: the record, or what is wrong with its file. */
export type NewMediaRecords = ReadonlyMap<string, MediaRecord | CmsError>;

/**
 * The media records that a publish brings live. Those that are live as they are were looked at when they came
 * there.
 */
export async function readNewMediaRecords(
  { repository }: SiteStore,
  { entries, shared, tree }: PublishDraft,
): Promise<NewMediaRecords> {
  const links = entries.flatMap((entry) => entry.links.filter(isMedia));
  const paths = new Map(links.map(({ id }) => [mediaPath(id), id]));
  if (paths.size === 0) return new Map();
  const live = await tree.blobsAt([...paths.keys()]);
  const wanted = [...paths].flatMap(([path, id]) => {
    const oid = shared.get(path);
    return oid === undefined || live.get(path) === oid ? [] : [{ path, id, oid }];
  });
  const blobs = await repository.readBlobs(wanted.map(({ oid }) => oid));
  return new Map(
    wanted.map(({ path, id }, place) => [id, parse(blobs[place] ?? new Uint8Array(), path)]),
  );
}

function parse(bytes: Uint8Array, path: string): MediaRecord | CmsError {
  try {
    return parseMediaFile(bytes, path);
  } catch (error) {
    if (isCmsError(error)) return error;
    throw error;
  }
}

/** An issue for each place of an entry that shows a record which nobody can read: nothing could follow it. */
export function unreadableMediaIssues(
  { links, ref: { path } }: DraftEntry,
  records: NewMediaRecords,
): Issue[] {
  return links.filter(isMedia).flatMap(({ id, field }) => {
    const found = records.get(id);
    if (!isCmsError(found)) return [];
    const message = `${field} shows the media file ${id}, whose record cannot be read: ${found.message}`;
    return [{ code: found.code, message, path, field }];
  });
}

function isMedia({ kind }: { readonly kind: string }): boolean {
  return kind === "media";
}
